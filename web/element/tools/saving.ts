import type { Subject } from "../actions.js";

export interface Saving {
  readonly label: string;
  readonly note: string;
  /** Hands the file to the reader; gives its name. */
  save(): Promise<string>;
}

/** The files that a figure can be had as, each named after the figure. */
export function savings(subject: Subject): Saving[] {
  const { figure } = subject;
  const saving = (ending: string, note: string, content: () => Blob | Promise<Blob>): Saving => ({
    label: ending.toUpperCase(),
    note,
    save: async () => {
      const name = `${figure.id}.${ending}`;
      download(subject.element.ownerDocument, name, await content());
      return name;
    },
  });
  const text = (type: string, content: string) => new Blob([content], { type });
  return [
    saving("svg", "drawing, light and dark", () => text("image/svg+xml", subject.toSVG())),
    saving("png", "picture, twice the size", () => subject.toPNG()),
    saving("csv", "the numbers shown, in full", () => text("text/csv", subject.toCSV())),
    saving("json", "this state, to open again", () =>
      text("application/json", `${JSON.stringify(subject.state, null, 2)}\n`),
    ),
  ];
}

/** The file is taken over at once in every browser but not always before the next task: its address is kept a while. */
const millisecondsKept = 10_000;

function download(document: Document, name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), millisecondsKept);
}
