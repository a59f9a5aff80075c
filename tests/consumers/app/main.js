import { load } from "matrix-memory";

// The test asks whether workers were at work, so they are counted when they answer.
let answers = 0;
const PlainWorker = globalThis.Worker;
globalThis.Worker = class extends PlainWorker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", () => {
      answers += 1;
    });
  }
};

async function compute() {
  const { memory, capacity } = await load();
  const pair = memory({ keyDim: 2, valueDim: 2 }).write([3, 4], [1, 2]);
  const curve = await capacity({ keyDim: 4, pairs: 8, trials: 40, workers: 2, seed: 5 });
  return { read: [...pair.read([3, 4])], mean: curve.memories[0].mean, answers };
}

compute().then(
  (result) => {
    document.title = JSON.stringify(result);
  },
  (error) => {
    document.title = `${error}`;
  },
);
