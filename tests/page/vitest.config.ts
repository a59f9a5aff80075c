import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// The built page in real browsers. Two files at a time: one waits for frames, loads and answers a third of its time. Each
// of the two workers has browsers of its own, which all of its files share, so nothing is measured by the clock here
// (`npm run check:page` does that, alone).
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["tests/{page,embeds}/**/*.test.ts"],
    maxWorkers: 2,
    isolate: false,
    environment: fileURLToPath(new URL("environment.ts", import.meta.url)),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The browsers close at the very end.
    teardownTimeout: 60_000,
  },
});
