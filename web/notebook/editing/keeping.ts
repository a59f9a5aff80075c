import { isWorkKey, otherVersions, readWork, type StoredWork, writeWork } from "../storage.js";
import { fromFile, toFile } from "./file.js";
import { type Hold, isUntouched, type Notebook, touchedCells, type Work } from "./work.js";

/** Where the reader's work is: stored, refused by the browser, or not stored because another tab has stored its own. */
export type Place = "stored" | "refused" | "elsewhere";

/** Keeps the reader's work in the browser, and says so where it cannot. */
export function createKeeping(version: string, original: Notebook, changed: () => void) {
  let place: Place = "stored";
  let refusal: string | undefined;
  let last: Work | undefined;

  addEventListener("storage", ({ key, newValue }) => {
    if (!isWorkKey(key, version) || newValue === null) return;
    place = "elsewhere";
    changed();
  });
  addEventListener("beforeunload", (event) => {
    if (place !== "stored" && last && !isUntouched(last, original)) event.preventDefault();
  });

  function read(): Work | undefined {
    try {
      const stored = readWork(version);
      return stored && unpack(stored);
    } catch (error) {
      // Not ours any more, whatever it is: the page goes on without it.
      console.error(error);
      return undefined;
    }
  }

  function write(work: Work): void {
    last = work;
    // What another tab has stored is not written over without being asked.
    if (place === "elsewhere") return;
    try {
      writeWork(version, isUntouched(work, original) ? undefined : pack(work, original));
      place = "stored";
      refusal = undefined;
    } catch (error) {
      place = "refused";
      refusal = error instanceof Error ? error.message : String(error);
    }
  }

  return {
    get place() {
      return place;
    },
    /** The browser's reason where it refused. */
    get refusal() {
      return refusal;
    },
    read,
    write,
    /** Ends the other tab's claim. */
    claim(): void {
      place = "stored";
    },
    /** The file of the reader's work on an earlier version of the page, if there is any. */
    earlier(): string | undefined {
      const [other] = otherVersions(version);
      return other === undefined ? undefined : readWork(other)?.file;
    },
    forgetEarlier(): void {
      for (const other of otherVersions(version)) writeWork(other, undefined);
    },
  };
}

function pack(work: Work, original: Notebook): StoredWork {
  return {
    touched: touchedCells(work, original),
    file: toFile(work.notebook),
    drafts: Object.fromEntries(work.drafts),
    held: Object.fromEntries(work.held),
  };
}

function unpack({ file, drafts, held }: StoredWork): Work {
  const byCell = <Value>(record: Readonly<Record<string, Value>>) =>
    new Map(Object.entries(record).map(([id, value]) => [Number(id), value]));
  return {
    notebook: fromFile(file),
    drafts: byCell(drafts),
    held: byCell(held) as ReadonlyMap<number, Hold>,
  };
}
