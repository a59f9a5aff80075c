import { featuresOf } from "./linear-attention-forms.js";
import { keyDim, type LinearAttentionValues, tokens, valueDim } from "./linear-attention-model.js";
import { program } from "./program.js";
import { streamSeed } from "./streams.js";

/** Both forms as a program: the matrix with its read, and the same output summed over the pairs. */
export function linearAttentionProgram(parameters: LinearAttentionValues): string {
  const { step, normalised, precision, seed } = parameters;
  const phi = JSON.stringify(featuresOf(parameters));
  const options = `keyDim: ${keyDim}, features: ${phi}, precision: "${precision}"`;
  const empty = `memory({ ...options, valueDim: ${valueDim}, read: "${normalised ? "normalised" : "linear"}" })`;
  const begin = [`const options = { ${options} };`];
  if (step === 0)
    return program(["memory"], [...begin, `console.log([...${empty}.state().data]);`]);
  const drawn = (kind: string, dim: number, stream: number) =>
    `random({ kind: "${kind}", count: ${tokens}, dim: ${dim}, seed: ${streamSeed(seed, stream)} }).data`;
  const outputs = [
    "console.log([...filled.read(query)]);",
    `const parallel = { kernel: ${phi}, normalise: ${normalised}, keyDim: ${keyDim}, valueDim: ${valueDim} };`,
    "console.log([...attention(query, keys, values, parallel).output.data]);",
  ];
  return program(
    ["attention", "memory", "random"],
    [
      ...begin,
      `const keys = ${drawn("sphere", keyDim, 0)}.slice(0, ${step * keyDim});`,
      `const values = ${drawn("gaussian", valueDim, 1)}.slice(0, ${step * valueDim});`,
      `const query = ${drawn("sphere", keyDim, 2)}.slice(${(step - 1) * keyDim}, ${step * keyDim});`,
      `const filled = ${empty}.write(keys, values);`,
      "console.log([...filled.state().data]);",
      ...(normalised
        ? [
            "// The denominator: the same memory, with a one for every value.",
            "const ones = memory({ ...options, valueDim: 1 });",
            `const [denominator] = ones.write(keys, Array(${step}).fill(1)).read(query);`,
            "if (denominator !== 0) {",
            ...outputs.map((line) => `  ${line}`),
            "}",
          ]
        : outputs),
    ],
  );
}
