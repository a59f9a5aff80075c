/*
 * Style sheets worked out, for files that leave the page. Many programs that open an SVG know no custom properties and
 * no light-dark(): here each element gets one class with plain values, and a second set of them for dark surroundings.
 */

export type Scheme = "light" | "dark";

interface Rule {
  readonly selector: string;
  /** A class of the element that it selects: most rules need no closer look at most elements. */
  readonly subject: string;
  /** Its specificity. */
  readonly weight: number;
  readonly declarations: readonly Declaration[];
}
type Declaration = readonly [property: string, value: string];
type Variables = ReadonlyMap<string, string>;

/** What an element looks like; how it reacts to a pointer means nothing in a file. */
const visible = /^(fill|stroke|opacity|color$|font|paint-order|text-decoration|text-underline)/;

/**
 * Replaces the classes of a tree by ones of its own and gives their style sheet. `variables` are custom properties that
 * come from outside. With a scheme the sheet has the colours of that one alone.
 */
export function flattenStyles(
  root: Element,
  css: string,
  variables: Variables,
  scheme?: Scheme,
): string {
  const rules = parseRules(css);
  const sheet = new Map<string, NamedLooks>();
  const found: [Element, NamedLooks | undefined][] = [];
  const visit = (element: Element, inherited: Variables) => {
    const declared = matching(rules, element).flatMap((rule) => rule.declarations);
    const known = withVariables(inherited, declared);
    found.push([element, nameLooks(looksOf(declared, known), sheet)]);
    for (const child of element.children) visit(child, known);
  };
  visit(root, variables);
  // Not before every element has been seen: selectors go by the classes above an element, too.
  for (const [element, named] of found) {
    if (named) element.setAttribute("class", named.name);
    else element.removeAttribute("class");
  }
  return writeSheet([...sheet.values()], scheme);
}

interface NamedLooks {
  readonly name: string;
  readonly looks: readonly Declaration[];
}

/** What looks the same has the same class. */
function nameLooks(
  looks: readonly Declaration[],
  sheet: Map<string, NamedLooks>,
): NamedLooks | undefined {
  if (looks.length === 0) return undefined;
  const text = sheetText(looks);
  const named = sheet.get(text) ?? { name: `c${sheet.size}`, looks };
  sheet.set(text, named);
  return named;
}

function writeSheet(classes: readonly NamedLooks[], scheme: Scheme | undefined): string {
  const rule = (name: string, looks: readonly Declaration[]) =>
    looks.length > 0 ? `.${name}{${sheetText(looks)}}` : "";
  const plain = classes.map(({ name, looks }) => rule(name, inScheme(looks, scheme ?? "light")));
  if (scheme) return plain.join("");
  const dark = classes.map(({ name, looks }) => {
    const light = inScheme(looks, "light");
    const other = inScheme(looks, "dark").filter(([, value], i) => value !== light[i]?.[1]);
    return rule(name, other);
  });
  return `${plain.join("")}@media(prefers-color-scheme:dark){${dark.join("")}}`;
}

function sheetText(looks: readonly Declaration[]): string {
  return looks.map(([property, value]) => `${property}:${value}`).join(";");
}

function inScheme(looks: readonly Declaration[], scheme: Scheme): Declaration[] {
  return looks.map(([property, value]) => [
    property,
    replaceCalls(value, "light-dark", (light, dark) => (scheme === "light" ? light : dark)),
  ]);
}

/** Rules of classes alone: what holds only under a pointer or in some medium is left aside. */
function parseRules(css: string): Rule[] {
  const source = css
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/@[^{}]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
  return [...source.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors = "", body = ""]) => {
    const declarations = parseDeclarations(body);
    return selectors
      .split(",")
      .map((selector) => selector.trim())
      .filter((selector) => !selector.includes(":"))
      .map((selector) => ({
        selector,
        subject: /\.([\w-]+)[^.\s]*$/.exec(selector)?.[1] ?? "",
        weight: 100 * selector.split(".").length + (selector.match(/(^|\s)[a-z]/g)?.length ?? 0),
        declarations,
      }));
  });
}

function parseDeclarations(body: string): Declaration[] {
  return body
    .split(";")
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map((text) => {
      const colon = text.indexOf(":");
      return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
    });
}

/** Later rules win among those of equal weight, so they come later. */
function matching(rules: readonly Rule[], element: Element): Rule[] {
  return rules
    .filter(
      ({ subject, selector }) => element.classList.contains(subject) && element.matches(selector),
    )
    .toSorted((a, b) => a.weight - b.weight);
}

function withVariables(inherited: Variables, declared: readonly Declaration[]): Variables {
  const own = declared.filter(([property]) => property.startsWith("--"));
  if (own.length === 0) return inherited;
  const known = new Map(inherited);
  for (const [property, value] of own) known.set(property, substitute(value, known));
  return known;
}

function looksOf(declared: readonly Declaration[], variables: Variables): Declaration[] {
  const looks = new Map<string, string>();
  for (const [property, value] of declared) {
    if (visible.test(property)) looks.set(property, substitute(value, variables));
  }
  return [...looks];
}

function substitute(value: string, variables: Variables): string {
  return replaceCalls(
    value,
    "var",
    (name, fallback) => variables.get(name) ?? substitute(fallback, variables),
  );
}

/** Replaces `name(first, rest)` wherever it stands, brackets within its arguments and all. */
function replaceCalls(
  value: string,
  name: string,
  replacement: (first: string, rest: string) => string,
): string {
  const start = value.indexOf(`${name}(`);
  if (start < 0) return value;
  let [depth, at, comma] = [1, start + name.length + 1, -1];
  for (; at < value.length && depth > 0; at++) {
    const character = value[at];
    if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "," && depth === 1 && comma < 0) comma = at;
  }
  const end = at - 1;
  const first = value.slice(start + name.length + 1, comma < 0 ? end : comma).trim();
  const rest = comma < 0 ? "" : value.slice(comma + 1, end).trim();
  return (
    value.slice(0, start) +
    replacement(first, rest) +
    replaceCalls(value.slice(at), name, replacement)
  );
}
