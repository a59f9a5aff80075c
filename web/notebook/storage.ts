/* What a reader has made of the notebook, kept in this browser: for each version of the notebook apart. */

export interface StoredWork {
  /** The cells of the notebook that are no longer as the page has them. */
  readonly touched: readonly number[];
  /** The whole notebook as a file. */
  readonly file: string;
  /** Texts that have been typed and not run, by cell. */
  readonly drafts: Readonly<Record<string, string>>;
  /** Cells that must not run before the reader says so, by cell: why. */
  readonly held: Readonly<Record<string, string>>;
}

/** Two copies of the page on one host keep their work apart. */
const place = `matrix-memory:${new URL(".", location.href).pathname}`;
const workKey = (version: string) => `${place}:notebook:${version}`;
const runningKey = `${place}:running`;

export const isWorkKey = (key: string | null, version: string) => key === workKey(version);

/** The stored work, or nothing where there is none, or none that can be read. */
export function readWork(version: string): StoredWork | undefined {
  try {
    const work: unknown = JSON.parse(localStorage.getItem(workKey(version)) ?? "null");
    return isWork(work) ? work : undefined;
  } catch {
    return undefined;
  }
}

function isWork(work: unknown): work is StoredWork {
  const { touched, file, drafts, held } = (work ?? {}) as Partial<StoredWork>;
  return (
    typeof file === "string" &&
    Array.isArray(touched) &&
    [drafts, held].every((record) => typeof record === "object" && record !== null)
  );
}

/** Throws the browser's own error where it keeps nothing or has no room. */
export function writeWork(version: string, work: StoredWork | undefined): void {
  if (work) localStorage.setItem(workKey(version), JSON.stringify(work));
  else localStorage.removeItem(workKey(version));
}

/** Whether there is anything to tell the reader of: work on this version of the notebook or on another. */
export function hasStoredWork(version: string): boolean {
  return readWork(version) !== undefined || otherVersions(version).length > 0;
}

/** The versions of the notebook, other than this, that work of the reader's is stored for. */
export function otherVersions(version: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(workKey("")) && key !== workKey(version))
      .map((key) => key.slice(workKey("").length));
  } catch {
    return [];
  }
}

/** Cells that were started and have not come to an end; after a page that hung it still says which. */
export function readRunning(): number[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(runningKey) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "number") : [];
  } catch {
    return [];
  }
}

/** Where nothing can be stored, nothing is remembered of a hang either. */
export function writeRunning(ids: readonly number[]): void {
  try {
    if (ids.length > 0) localStorage.setItem(runningKey, JSON.stringify(ids));
    else localStorage.removeItem(runningKey);
  } catch {}
}
