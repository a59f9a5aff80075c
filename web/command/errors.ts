/** The command line is wrong: nothing was done. */
export class UsageError extends Error {}

/** What was asked could not be done. */
export class Failure extends Error {}

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  interrupted: 130,
  terminated: 143,
} as const;

export function refuse(option: string, value: string, expected: string): never {
  throw new UsageError(`--${option} is ${JSON.stringify(value)}, expected ${expected}`);
}

/** What the system says about a file, in its words: "ENOENT: no such file or directory". */
export function systemReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split(", ")[0] ?? message;
}
