import type { Plugin, Rolldown } from "vite";

/**
 * What the page's first figure needs starts loading with the page, side by side, instead of one after the other: the
 * core, and the figure's own modules.
 */
export function preloadFirstFigure(figure: string): Plugin {
  return {
    name: "matrix-memory:preload-first-figure",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (!bundle) return [];
        const files = Object.values(bundle);
        const late = files.find(({ fileName }) => /\/late-[^/]*\.css$/.test(fileName));
        const core = files.find(({ fileName }) => /\/core-[^/]*\.wasm$/.test(fileName));
        const link = (attrs: Record<string, string | boolean>) => ({
          tag: "link",
          attrs: { ...attrs, crossorigin: true },
          injectTo: "head" as const,
        });
        return [
          // A script would ask for these; without one the page does.
          ...(late ? [withoutScript({ rel: "stylesheet", href: `./${late.fileName}` })] : []),
          ...(core ? [link({ rel: "preload", as: "fetch", href: `./${core.fileName}` })] : []),
          ...modulesOf(figure, files)
            .filter((name) => !html.includes(name))
            .map((name) => link({ rel: "modulepreload", href: `./${name}` })),
        ];
      },
    },
  };
}

/** What runs until the figure is there is compiled whole while it loads, not function by function when they are called. */
export function compileFirstFigure(figure: string): Plugin {
  return {
    name: "matrix-memory:compile-first-figure",
    generateBundle: {
      // After whatever else puts a line of its own at the top.
      order: "post",
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const modules = modulesOf(figure, files);
        for (const file of files) {
          if (file.type !== "chunk") continue;
          if (file.name !== "index" && !modules.includes(file.fileName)) continue;
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}

function withoutScript(attrs: Record<string, string>) {
  return { tag: "noscript", injectTo: "head" as const, children: [{ tag: "link", attrs }] };
}

function modulesOf(
  figure: string,
  files: (Rolldown.OutputChunk | Rolldown.OutputAsset)[],
): string[] {
  const chunks = new Map(
    files.filter((file) => file.type === "chunk").map((chunk) => [chunk.fileName, chunk]),
  );
  const first = [...chunks.values()].find(
    ({ name, isDynamicEntry }) => isDynamicEntry && name === figure,
  );
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name) || chunks.get(name)?.isEntry) return;
    found.add(name);
    chunks.get(name)?.imports.forEach(visit);
  };
  if (first) visit(first.fileName);
  return [...found];
}

/** Names one file for a module, all that it cannot run without, and what else is `shared`. */
export function together(
  file: string,
  entry: string,
  shared: RegExp,
): Rolldown.CodeSplittingGroup["name"] {
  return (id, graph) => {
    const found = new Set<string>();
    const visit = (module: string) => {
      if (found.has(module)) return;
      found.add(module);
      graph.getModuleInfo(module)?.importedIds.forEach(visit);
    };
    visit(entry);
    return found.has(id) || shared.test(id) ? file : null;
  };
}
