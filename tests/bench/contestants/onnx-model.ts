import type { Layout } from "../contestant.js";

// ONNX's protocol buffers, as far as a model of one node needs them: fields are numbered, whole numbers are varints,
// everything else is a length and bytes.

const utf8 = new TextEncoder();

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}

const whole = (field: number, value: number): number[] => [...varint(field * 8), ...varint(value)];

function bytes(field: number, content: number[] | string): number[] {
  const inside = typeof content === "string" ? [...utf8.encode(content)] : content;
  return [...varint(field * 8 + 2), ...varint(inside.length), ...inside];
}

const float32 = 1;
const attributeIsWhole = 2;

/** ValueInfoProto: a named float matrix. */
function matrix(name: string, rows: number, cols: number): number[] {
  const shape = [rows, cols].flatMap((extent) => bytes(1, whole(1, extent)));
  const tensor = [...whole(1, float32), ...bytes(2, shape)];
  return [...bytes(1, name), ...bytes(2, bytes(1, tensor))];
}

/** AttributeProto: name, i, type. */
const flag = (name: string): number[] => [
  ...bytes(1, name),
  ...whole(3, 1),
  ...whole(20, attributeIsWhole),
];

/** NodeProto: MatMul where nothing is transposed, else Gemm with its flags. */
function node(layout: Layout): number[] {
  const flags = [layout[0] === "T" ? "transA" : "", layout[1] === "T" ? "transB" : ""].filter(
    Boolean,
  );
  return [
    ...bytes(1, "a"),
    ...bytes(1, "b"),
    ...bytes(2, "c"),
    ...bytes(4, flags.length === 0 ? "MatMul" : "Gemm"),
    ...flags.flatMap((name) => bytes(5, flag(name))),
  ];
}

/** A model that multiplies a (p x r) by b (r x q), either stored transposed as the layout says. */
export function multiplicationModel(p: number, q: number, r: number, layout: Layout): Uint8Array {
  const graph = [
    ...bytes(1, node(layout)),
    ...bytes(2, "multiplication"),
    ...bytes(11, layout[0] === "T" ? matrix("a", r, p) : matrix("a", p, r)),
    ...bytes(11, layout[1] === "T" ? matrix("b", q, r) : matrix("b", r, q)),
    ...bytes(12, matrix("c", p, q)),
  ];
  const operators = [...bytes(1, ""), ...whole(2, 13)];
  return new Uint8Array([...whole(1, 8), ...bytes(7, graph), ...bytes(8, operators)]);
}
