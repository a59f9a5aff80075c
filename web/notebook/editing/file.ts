import { deserialize, serialize } from "@observablehq/notebook-kit";
import { withAddress, withoutAddress } from "./provided.js";
import type { Notebook } from "./work.js";

/* The notebook as a file, in Notebook Kit's own format: what is stored, downloaded and opened. */

export const fileType = "text/html";

export function toFile(notebook: Notebook): string {
  return serialize(notebook);
}

/** The file that a reader takes along. */
export function toDownload(notebook: Notebook): string {
  return serialize(withAddress(notebook));
}

/** Reads a file without running anything of it; throws an error that says what is wrong with it. */
export function fromFile(text: string): Notebook {
  if (!/<notebook[\s>]/i.test(text)) throw new Error("There is no notebook in this file.");
  const notebook = withoutAddress(deserialize(text));
  if (notebook.cells.length === 0) throw new Error("The notebook in this file has no cells.");
  return notebook;
}

/** Hands the text to the reader's browser as a file to keep. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: fileType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Asks for a file, and hands over what the reader chooses. */
export function chooseFile(take: (file: File) => void): void {
  document.querySelector("#mm-open")?.remove();
  const input = document.body.appendChild(document.createElement("input"));
  input.id = "mm-open";
  input.type = "file";
  input.accept = ".html,text/html";
  input.hidden = true;
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file) take(file);
  });
  input.click();
}
