import { createHash } from "node:crypto";
import { build, type Plugin, type Rolldown } from "vite";

/** Loaded when it is first asked for, and kept from then on: the editor, and what only a reader's own cells use. */
const later = /\/notebook\/(editing\/.*|tex|inputs)\.ts$|\/md\.js$|\?whole$/;

/** Writes offline.js beside the page: `worker`, with the list of what the page needs to be read without a network. */
export function offline(worker: string): Plugin {
  return {
    name: "matrix-memory:offline",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") throw new Error("there is no page to keep");
        const files = ["./", ...filesOfPage(Object.values(bundle))].sort();
        const version = createHash("sha256").update(page.source).update(files.join()).digest("hex");
        this.emitFile({
          type: "asset",
          fileName: "offline.js",
          source: await script(worker, { FILES: files, VERSION: version.slice(0, 12) }),
        });
      },
    },
  };
}

function filesOfPage(bundle: (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Set<string> {
  const chunks = new Map(
    bundle.filter((file) => file.type === "chunk").map((chunk) => [chunk.fileName, chunk]),
  );
  const found = new Set<string>();
  const visit = (name: string) => {
    const chunk = chunks.get(name);
    if (!chunk || found.has(name) || later.test(chunk.facadeModuleId ?? "")) return;
    found.add(name);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet);
    for (const other of [...chunk.imports, ...chunk.dynamicImports]) visit(other);
  };
  for (const [name, { facadeModuleId }] of chunks) {
    if (facadeModuleId?.endsWith("/index.html")) visit(name);
  }
  for (const { fileName } of bundle) {
    if (/\.wasm$|\/worker-[^/]*\.js$|\/(icon|late)-[^/]*\.(svg|css)$/.test(fileName))
      found.add(fileName);
  }
  return found;
}

async function script(entry: string, values: Readonly<Record<string, unknown>>): Promise<string> {
  const written = Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]);
  const [built] = (await build({
    configFile: false,
    logLevel: "error",
    define: Object.fromEntries(written),
    build: { write: false, lib: { entry, formats: ["iife"], name: "offline" } },
  })) as Rolldown.RolldownOutput[];
  if (!built) throw new Error("the service worker was not built");
  return built.output[0].code;
}
