/** How both fills are asked for: same anchor, same result. */
export type FillOptions = {
  /** The moment up to which things have happened; today's midnight makes the data look recent. */
  anchor: Date;
  /** What is a word for what is being made: a table, a kind of file. */
  onProgress?: (done: number, total: number, what: string) => void;
  signal?: AbortSignal;
};
