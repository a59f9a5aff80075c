import { readFileSync } from "node:fs";
import type { MatrixMemory } from "matrix-memory";
import { packageCapacity } from "./capacity/package.js";
import { type Chromium, openChromium } from "./chromium.js";
import { writeDocument } from "./document.js";
import type { Group, Outcome } from "./event.js";
import { events } from "./events.js";
import { type Hall, openHall } from "./hall.js";
import { machine } from "./machine.js";
import { withNatives } from "./natives.js";
import { built, peers } from "./places.js";
import { reportOf, save } from "./report.js";
import type { Pace } from "./rounds.js";
import { runEvent } from "./run-event.js";
import { machineLines, markLines, outcomeLines } from "./table.js";

export interface BenchOptions {
  readonly groups: readonly Group[];
  readonly pace: Pace;
  readonly chromium: boolean;
  readonly write: boolean;
}

/** `library` is the package as built. */
export async function bench(options: BenchOptions, library: MatrixMemory): Promise<void> {
  const common = await openHall({ bytes: async (file) => readFileSync(built(file)), ...peers });
  const { hall, end } = withNatives({
    ...common,
    packageCapacity: (workers) => packageCapacity(library, workers),
  });
  const chromium = options.chromium ? await openChromium() : undefined;
  try {
    const outcomes = await runAll(options, hall, chromium);
    const here = { ...machine(), ...(chromium && { chromium: chromium.version }) };
    const report = reportOf(here, options.pace, outcomes);
    console.log([...machineLines(here), "", ...markLines(report.marks)].join("\n"));
    const merged = save(report);
    if (options.write) writeDocument(merged);
  } finally {
    await chromium?.close();
    end();
  }
}

async function runAll(
  { groups, pace }: BenchOptions,
  hall: Hall,
  chromium: Chromium | undefined,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const show = (outcome: Outcome) => {
    outcomes.push(outcome);
    console.log(`${outcomeLines(outcome).join("\n")}\n`);
  };
  for (const event of events.filter(({ group }) => groups.includes(group))) {
    show(await runEvent(event, hall, pace, "Node"));
    if (chromium && event.inPage) show(await chromium.run(event.id, pace));
  }
  return outcomes;
}
