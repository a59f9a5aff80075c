import { defineConfig } from "vitest/config";

// The package as it is built, loaded by Node itself: what is tested is what a user gets. Files run one after another,
// since each may start workers of its own and there are few cores.
export default defineConfig({
  test: {
    include: ["tests/{library,command,figures,consumers}/**/*.test.ts"],
    server: { deps: { external: [/\/dist\//] } },
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
