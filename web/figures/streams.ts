/** How far apart the seeds of one figure's streams lie: further than readers step. */
const apart = 1_000_003;

/** The seed of a figure's further random streams, whatever its own seed: keys come from stream 0, values from 1. */
export function streamSeed(seed: number, stream: number): number {
  const shift = stream * apart;
  return seed < Number.MAX_SAFE_INTEGER / 2 ? seed + shift : seed - shift;
}
