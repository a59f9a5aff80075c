/** A drawing that stands on the site beside the others of its figure. */
export interface PosterSize {
  /** What its file's name ends with. */
  readonly name: string;
  /** Pixels that it is drawn for. */
  readonly width: number;
  /** It is for columns narrower than this, on the page for windows up to that. */
  readonly below: number;
  readonly window: number | undefined;
}

/** The narrowest first: the first that fits is taken. */
export const posterSizes: readonly PosterSize[] = [
  { name: "-narrow", width: 328, below: 500, window: 591 },
  { name: "-medium", width: 672, below: 864, window: 831 },
  { name: "", width: 1056, below: Number.POSITIVE_INFINITY, window: undefined },
];
