import { type FromWorker, sumChunk, type ToWorker } from "./chunk.js";
import { instantiate } from "./instantiate.js";
import type { RawCapacityOptions, RawModule } from "./raw.js";

type Post = (message: FromWorker, transfer: ArrayBuffer[]) => void;

/** A worker's side: makes its own instance of the module it is sent, then sums one chunk of trials after another. */
export function serve(post: Post): (message: ToWorker) => Promise<void> {
  let raw: RawModule | undefined;
  let options: RawCapacityOptions | undefined;
  return async (message) => {
    try {
      if ("module" in message) {
        raw = await instantiate(message.module);
        post({ ready: true }, []);
        return;
      }
      options = message.options ?? options;
      if (raw === undefined || options === undefined) throw new Error("capacity: out of step");
      const began = performance.now();
      const partial = sumChunk(raw, options, message.chunk);
      const milliseconds = performance.now() - began;
      post({ partial, milliseconds }, [partial.buffer as ArrayBuffer]);
    } catch (thrown) {
      const { name, message: text } = thrown instanceof Error ? thrown : new Error(String(thrown));
      post({ failure: { name, message: text } }, []);
    }
  };
}
