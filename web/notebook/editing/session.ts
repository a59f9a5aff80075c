import type { Frames } from "./frames.js";
import { createKeeping } from "./keeping.js";
import { createRunning } from "./running.js";
import type { Cell, Notebook, Work } from "./work.js";
import * as change from "./work.js";

/** A change that can be taken back, in words: "Cell deleted". */
interface Step {
  readonly what: string;
  takeBack(work: Work): Work;
}

export interface SessionOptions {
  readonly original: Notebook;
  readonly version: string;
  readonly frames: Frames;
  /** After every change, however it came. */
  changed(): void;
}

export type Session = ReturnType<typeof createSession>;

/** The reader's notebook as it goes from one state to the next: kept, shown and run after every change. */
export function createSession({ original, version, frames, changed }: SessionOptions) {
  const originals = new Map(original.cells.map((cell) => [cell.id, cell]));
  const keeping = createKeeping(version, original, changed);
  const stored = keeping.read();
  const running = createRunning(
    frames,
    originals,
    new Set(stored ? change.touchedCells(stored, original) : []),
  );
  const steps: Step[] = [];
  /** Never given twice: a cell that was deleted may come back. */
  let lastId = 0;
  let work = change.heldBack(
    stored ?? change.untouched(original),
    running.unfinished,
    "unfinished",
  );

  /** What is stored comes first: whatever the cells do then, nothing is lost. */
  function become(next: Work, again?: number): Promise<void> {
    work = next;
    keeping.write(work);
    const { cells } = work.notebook;
    frames.arrange(cells.map(({ id }) => id));
    const followed = running.follow(cells, work.held, again);
    changed();
    return followed;
  }

  /** Another notebook altogether; taking that back can be taken back as well. */
  function becomeAnother(next: Work, what: string): Promise<void> {
    const before = work;
    steps.push({
      what,
      takeBack: (now) => {
        steps.push({ what: "Change taken back", takeBack: () => now });
        return before;
      },
    });
    return become(next);
  }

  return {
    get work() {
      return work;
    },
    original,
    keeping,
    isTouched: (id: number) =>
      work.held.has(id) || !change.sameCell(originals.get(id), change.cellOf(work, id)),
    get isUntouched() {
      return change.isUntouched(work, original);
    },
    /** The last change, where it can be taken back. */
    get undoable() {
      return steps.at(-1)?.what;
    },

    begin: () => become(work),
    type(id: number, text: string): void {
      work = change.withDraft(work, id, text);
      keeping.write(work);
      changed();
    },
    /** Stores the cell's text, then runs it, also where it is the same as before. */
    run(id: number): Promise<void> {
      const text = work.drafts.get(id) ?? change.cellOf(work, id)?.value ?? "";
      return become(change.withValue(work, id, text), id);
    },
    /** Lets cells run that were held back. */
    release(): Promise<void> {
      return become({ ...work, held: new Map() });
    },
    reset(id: number): Promise<void> {
      const text = work.drafts.get(id) ?? change.cellOf(work, id)?.value ?? "";
      steps.push({ what: "Cell reset", takeBack: (now) => change.withValue(now, id, text) });
      return become(change.withValue(work, id, originals.get(id)?.value ?? ""));
    },
    /** A new cell under another; gives its id. */
    add(after: number, mode: Cell["mode"]): number {
      lastId = Math.max(lastId + 1, change.freshId(original, work.notebook));
      void become(change.withCellAfter(work, after, lastId, mode));
      return lastId;
    },
    move: (id: number, by: -1 | 1) => void become(change.withCellMoved(work, id, by)),
    remove(id: number): void {
      const before = work;
      steps.push({ what: "Cell deleted", takeBack: (now) => change.withCellBack(now, before, id) });
      void become(change.withoutCell(work, id));
    },
    undo(): Promise<void> {
      const step = steps.pop();
      return step ? become(step.takeBack(work)) : Promise.resolve();
    },
    resetAll: () => becomeAnother(change.untouched(original), "All edits undone"),
    open: (notebook: Notebook) =>
      becomeAnother(change.opened(notebook, original), "Notebook opened"),
    /** What another tab has stored in place of what is here, or the reverse. */
    takeTheirs(): Promise<void> {
      keeping.claim();
      return becomeAnother(keeping.read() ?? change.untouched(original), "Taken from another tab");
    },
    keepOurs(): Promise<void> {
      keeping.claim();
      return become(work);
    },
  };
}
