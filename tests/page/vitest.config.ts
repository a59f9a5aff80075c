import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// The built page in real browsers. One file after another: two browsers at once would share two cores, and the tests
// that watch the clock would then measure each other. In one worker, since they share their browsers.
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["tests/{page,embeds}/**/*.test.ts"],
    fileParallelism: false,
    isolate: false,
    environment: fileURLToPath(new URL("environment.ts", import.meta.url)),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The browsers close at the very end.
    teardownTimeout: 60_000,
  },
});
