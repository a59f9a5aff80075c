import type { Environment } from "vitest/environments";
import type { OpenBrowser } from "./browsers.js";

declare global {
  /** The browsers that the files of one worker share, by what they were started with. */
  var sharedBrowsers: Map<string, OpenBrowser>;
}

/** What lasts as long as a worker: it closes the shared browsers when the last file is done. */
export default {
  name: "browsers",
  viteEnvironment: "ssr",
  setup() {
    globalThis.sharedBrowsers = new Map();
    return {
      async teardown() {
        const browsers = [...globalThis.sharedBrowsers.values()];
        await Promise.all(browsers.map((browser) => browser.close()));
      },
    };
  },
} satisfies Environment;
