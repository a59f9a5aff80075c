import { defineConfig } from "vitest/config";

// The package as it is built, loaded by Node itself: what is tested is what a user gets. Two files at a time: each
// starts programs and workers of its own, and waits for them, so that two keep two cores busy and more would only crowd.
export default defineConfig({
  test: {
    include: ["tests/{library,command,figures,consumers}/**/*.test.ts"],
    server: { deps: { external: [/\/dist\//] } },
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
