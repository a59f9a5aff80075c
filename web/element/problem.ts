/** What stands in the place of a figure that cannot be drawn. */
export function createProblem(document: Document, error: unknown): HTMLElement {
  const place = document.createElement("div");
  place.className = "mm-figure mm-palette";
  const sentence = place.appendChild(document.createElement("p"));
  sentence.className = "mm-problem";
  sentence.setAttribute("role", "alert");
  const reason = error instanceof Error ? error.message : String(error);
  sentence.textContent = `This figure cannot be shown. ${reason}`;
  return place;
}
