import type { Cell } from "./work.js";

/** What a cell is called where it has to be named: its heading, its figure, or how it begins. */
export function cellLabel({ mode, value }: Cell): string {
  const heading = /^#{1,3} (.+)$/m.exec(value)?.[1];
  if (mode === "md" && heading) return heading;
  const figure = mode === "js" ? /\bfigure\("([a-z-]+)"/.exec(value)?.[1] : undefined;
  if (figure) return `figure ${figure}`;
  const words = value
    .replace(/<[^>]*>/g, " ")
    .trim()
    .split(/\s+/)
    .slice(0, 6)
    .join(" ");
  if (words === "") return mode === "js" ? "new code" : "new text";
  return words.length > 40 ? `${words.slice(0, 40)}\u2026` : words;
}
