// Installs, builds, then runs every check and every test, also after one of
// them has failed, and ends with the number of tests that passed and failed, as
// the runners themselves counted them.

import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "./build.mjs";
import { install } from "./install.mjs";
import { findChromium, findFirefox } from "./requirements.mjs";
import { local, main, must, root, run } from "./shell.mjs";

const reports = "build/reports";
const reportPath = (name) => join(root, reports, name);

/** A check has no tests to count: it is in order or it is not. */
const checks = [
  { name: "format and lint", command: [local("biome"), "ci"] },
  { name: "types", command: [local("tsc"), "-p", "tsconfig.json"] },
  {
    name: "arrows",
    command: [local("depcruise"), "--config", ".dependency-cruiser.cjs", "web", "tests"],
  },
];

const vitest = (report, config) => [
  local("vitest"),
  "run",
  ...(config ? ["--config", config] : []),
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${reports}/${report}`,
];

/** A runner leaves a report behind; `count` reads the numbers from it. */
const runners = [
  {
    name: "core tests",
    prepare: buildNative,
    command: [
      "ctest",
      "--test-dir",
      "build/native",
      "--parallel",
      "2",
      "--output-on-failure",
      "--output-junit",
      reportPath("core.xml"),
    ],
    report: "core.xml",
    count: countJunit,
    // Two lines a test, of which only its last ones matter when all is well.
    brief: true,
  },
  {
    name: "library tests",
    command: vitest("library.json"),
    report: "library.json",
    count: countVitest,
  },
  {
    name: "page tests",
    command: vitest("page.json", "tests/page/vitest.config.ts"),
    report: "page.json",
    count: countVitest,
  },
  {
    name: "budgets",
    command: ["node", "tests/page/run.mjs", "check-page", reportPath("budgets.json")],
    report: "budgets.json",
    count: (text) => JSON.parse(text),
  },
];

async function buildNative() {
  if (!existsSync(join(root, "build/native/build.ninja")))
    await must("cmake", ["--preset", "native"]);
  await must("cmake", ["--build", "build/native"]);
}

function countJunit(text) {
  const suite = /<testsuite\b[^>]*>/.exec(text)[0];
  const attribute = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(suite)?.[1] ?? 0);
  const failed = attribute("failures") + attribute("errors");
  const skipped = attribute("skipped") + attribute("disabled");
  return { passed: attribute("tests") - failed - skipped, failed };
}

function countVitest(text) {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(text);
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    failures: testResults.flatMap(failuresOf),
  };
}

/** What failed in a file, in a few lines each: said again at the very end, where whoever sees only that will look. */
function failuresOf({ name: file, status, message, assertionResults }) {
  const say = (what, why = "") => {
    const lines = why.split("\n").filter((line) => !line.includes("/node_modules/"));
    return [`${relative(root, file)} > ${what}`, ...lines.slice(0, 12)].join("\n    ");
  };
  const failed = assertionResults
    .filter((test) => test.status === "failed")
    .map(({ fullName, failureMessages }) => say(fullName, failureMessages.join("\n")));
  return failed.length === 0 && status === "failed" ? [say("the file", message)] : failed;
}

const secondsSince = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

async function runCheck({ name, command: [program, ...args] }) {
  const start = performance.now();
  const { code, output } = await run(program, args);
  if (code !== 0) console.log(output.trimEnd());
  return {
    ok: code === 0,
    line: `${name}: ${code === 0 ? "in order" : "NOT in order"} (${secondsSince(start)})`,
  };
}

async function runRunner({ name, prepare, command: [program, ...args], report, count, brief }) {
  const start = performance.now();
  console.log(`\n--- ${name}`);
  rmSync(reportPath(report), { force: true });
  try {
    await prepare?.();
    const env = { CHROMIUM: findChromium(), FIREFOX: findFirefox() };
    const { code, output } = await run(program, args, { show: !brief, env });
    if (brief) console.log(code === 0 ? output.trimEnd().split("\n").slice(-3).join("\n") : output);
    const { passed, failed, failures } = count(readFileSync(reportPath(report), "utf8"));
    const ok = code === 0 && failed === 0 && passed > 0;
    const line = `${name}: ${passed} of ${passed + failed} passed${ok || failed > 0 ? "" : `, but the runner failed (exit code ${code})`} (${secondsSince(start)})`;
    return { ok, passed, failed, failures, line };
  } catch (error) {
    return { ok: false, passed: 0, failed: 0, line: `${name}: could not run: ${error.message}` };
  }
}

await main(async () => {
  await install({ tests: true });
  await build();
  mkdirSync(join(root, reports), { recursive: true });
  const results = [];
  for (const check of checks) {
    results.push(await runCheck(check));
    console.log(results.at(-1).line);
  }
  for (const runner of runners) results.push(await runRunner(runner));

  const failures = results.flatMap((result) => result.failures ?? []);
  if (failures.length > 0) console.log(`\n--- what failed\n${failures.join("\n")}`);

  const total = (key) => results.reduce((sum, result) => sum + (result[key] ?? 0), 0);
  console.log(`\n${results.map(({ line }) => line).join("\n")}\n`);
  console.log(`${total("passed")} passed, ${total("failed")} failed`);
  if (!results.every(({ ok }) => ok)) process.exitCode = 1;
});
