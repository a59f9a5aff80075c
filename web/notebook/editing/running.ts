import type { MatrixMemoryFigure } from "../../element/figure-element.js";
import { describeError, showProblem, start, stop } from "../cells.js";
import { readRunning, writeRunning } from "../storage.js";
import { CellError, compile } from "./compile.js";
import type { Frame, Frames } from "./frames.js";
import { type Cell, sameCell } from "./work.js";

/**
 * Keeps what runs on the page to what the notebook says. A cell that is as the original has it runs as the page was
 * built; others are compiled here. `waiting` are cells that the page has not started.
 */
export function createRunning(
  frames: Frames,
  originals: ReadonlyMap<number, Cell>,
  waiting: ReadonlySet<number>,
) {
  /** What each frame runs, or was last asked to; nothing, where it runs nothing. */
  const asked = new Map<number, Cell | undefined>(
    [...originals].filter(([id]) => !waiting.has(id)),
  );
  const unsettled = new Set<number>();

  /** A page that is left in good order has no cell that hangs. */
  addEventListener("pagehide", () => writeRunning([]));

  function note(id: number, running: boolean): void {
    if (running) unsettled.add(id);
    else if (!unsettled.delete(id)) return;
    writeRunning([...unsettled]);
  }

  function halt(id: number, { state }: Frame): void {
    stop(state);
    note(id, false);
    state.root.replaceChildren();
  }

  async function run(cell: Cell, frame: Frame): Promise<void> {
    const { state, original } = frame;
    const { id, value } = cell;
    if (original && sameCell(originals.get(id), cell)) {
      const release = holdHeight(state.root);
      halt(id, frame);
      if (original.definition) start(state, { ...original.definition, settled: release });
      else {
        state.root.innerHTML = original.html;
        release();
      }
      return;
    }
    if (value.trim() === "") return halt(id, frame);
    const release = holdHeight(state.root);
    try {
      const settled = () => {
        note(id, false);
        release();
      };
      const definition = await compile(cell, settled);
      if (asked.get(id) !== cell) return;
      note(id, true);
      state.root.classList.toggle("mm-figure-cell", /\bfigure\(/.test(value));
      start(state, definition);
    } catch (error) {
      // What ran before goes on: a text that cannot run changes nothing.
      release();
      if (asked.get(id) !== cell) return;
      const line = error instanceof CellError ? error.line : undefined;
      showProblem(state.root, describeError(error, line));
    }
  }

  return {
    /** The cells that were running when the page was last left without its consent. */
    unfinished: readRunning(),

    /** Runs what is not running yet; `again` runs a cell once more. */
    async follow(cells: readonly Cell[], held: { has(id: number): boolean }, again?: number) {
      const present = new Set(cells.map(({ id }) => id));
      for (const id of asked.keys()) {
        if (present.has(id)) continue;
        asked.delete(id);
        stop(frames.of(id).state);
        note(id, false);
      }
      const starting = cells.map(async (cell) => {
        const { id } = cell;
        const now = held.has(id) ? undefined : cell;
        const before = asked.get(id);
        if (id !== again && asked.has(id) && (now === before || sameCell(now, before))) return;
        asked.set(id, now);
        const frame = frames.of(id);
        if (now) await run(now, frame);
        else halt(id, frame);
      });
      await Promise.all(starting);
    },
  };
}

/** Between one output and the next the page stays where its reader has it; a figure counts once it is drawn. */
function holdHeight(root: HTMLElement): () => void {
  root.style.minHeight = `${root.offsetHeight}px`;
  const release = () => root.style.removeProperty("min-height");
  return () => {
    const figure = root.querySelector<MatrixMemoryFigure>("matrix-memory-figure");
    if (figure) figure.ready.then(release, release);
    else release();
  };
}
