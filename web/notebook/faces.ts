/**
 * The faces of a style sheet, to be added all at once: each that came by itself would have the whole page laid out anew.
 * Where one cannot be had the page keeps the face it has.
 */
export async function loadFaces(address: string): Promise<readonly FontFace[]> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(await (await fetch(address)).text());
  const faces = [...sheet.cssRules].map((rule) => faceOf(rule as CSSFontFaceRule, address));
  await Promise.allSettled(faces.map((face) => face.load()));
  return faces.filter(({ status }) => status === "loaded");
}

function faceOf({ style }: CSSFontFaceRule, address: string): FontFace {
  const of = (property: string) => style.getPropertyValue(property);
  // A rule's addresses are relative to its style sheet, a face's to the page.
  const source = of("src").replace(
    /url\("(.*?)"\)/g,
    (_, file) => `url("${new URL(file, new URL(address, document.baseURI))}")`,
  );
  // A rule may quote the name; a face takes quotes for a part of it.
  return new FontFace(of("font-family").replaceAll('"', ""), source, {
    weight: of("font-weight") || "normal",
    style: of("font-style") || "normal",
  });
}
