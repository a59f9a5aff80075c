// Who may know whom (docs/design.md), top to bottom only:
//
//   notebook, element -> figures -> drawing
//   notebook, element, figures -> library, by its public index alone
//   command (for Node alone) -> library, in the same way
//   library -> nothing of the page; drawing -> nothing but drawing
//
// and tests go through public surfaces. `npm run lint` checks it.

/** Forbids modules under `from` to reach those under `to`, the exceptions aside. */
const never = (name, comment, from, to, except = []) => ({
  name,
  comment,
  severity: "error",
  from: { path: from },
  to: { path: to, ...(except.length > 0 ? { pathNot: except } : {}) },
});

const libraryIndex = "^web/library/index\\.ts$";
const builtLibrary = "^dist/";

module.exports = {
  forbidden: [
    never(
      "drawing-stands-alone",
      "Drawing knows no memory: what it draws is given to it.",
      "^web/drawing/",
      ["^web/", builtLibrary],
      ["^web/drawing/"],
    ),
    never(
      "figures-look-down",
      "A figure knows drawing and the library, and not who shows it.",
      "^web/figures/",
      "^web/(element|notebook)/",
    ),
    never(
      "element-looks-down",
      "The element is shown by the notebook and by strangers' pages, and knows neither.",
      "^web/element/",
      "^web/notebook/",
    ),
    never(
      "library-stands-alone",
      "The library serves pages that have none of our figures.",
      "^web/library/",
      ["^web/", builtLibrary],
      ["^web/library/"],
    ),
    never(
      "command-stands-alone",
      "The command line is a program for Node: it knows the library as a user does, and nothing of the page.",
      "^web/command/",
      "^web/",
      ["^web/command/", libraryIndex],
    ),
    never(
      "command-is-for-node",
      "What a browser loads has no part of the command line.",
      "^web/(?!command/)",
      "^web/command/",
    ),
    never(
      "library-by-its-index",
      'Everything outside the library says "matrix-memory", as a user would.',
      "^(web/(command|drawing|figures|element|notebook)|tests)/",
      ["^web/library/", builtLibrary],
      [libraryIndex, "^dist/index\\.(js|d\\.ts)$"],
    ),
    never(
      "tests-use-public-surfaces",
      "Tests of the library and of the built page see what a user sees.",
      "^tests/(library|command|page|embeds|consumers)/",
      "^web/",
      [libraryIndex],
    ),
    {
      name: "no-cycles",
      comment:
        "Two modules that need each other are one module, or three. Types alone may look back.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-orphans",
      comment: "A module that nothing uses and that uses nothing is dead.",
      severity: "error",
      // What the build takes for a package, and what it builds or copies by itself (vite.config.ts).
      from: {
        orphan: true,
        pathNot: [
          "\\.d\\.ts$",
          "\\.config\\.ts$",
          "\\.test\\.ts$",
          "/(typescript-stub|offline-worker)\\.ts$",
          "/embed/host\\.js$",
        ],
      },
      to: {},
    },
    {
      name: "nothing-unresolved",
      comment: "An import that leads nowhere would escape every rule above.",
      severity: "error",
      from: {},
      // Notebook Kit's plugin knows what the first are; the peers are installed by the bench alone.
      to: {
        couldNotResolve: true,
        pathNot: ["^(observable|whole):", "^(ml-matrix|@tensorflow/|onnxruntime-web)"],
      },
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^dist/"] },
    tsConfig: { fileName: "tsconfig.json" },
    // Type imports count: they are knowledge too.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["node", "import", "types"],
    },
  },
};
