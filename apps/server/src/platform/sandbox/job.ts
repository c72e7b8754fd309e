/** Work for the sandbox: code of users over values that are handed in as JSON. */
export type Job =
  | {
      kind: 'expressions';
      sources: string[];
      /** A JSON object whose keys become variables. */
      scope: string;
      limitMs: number;
    }
  | { kind: 'code'; code: string; scope: string; limitMs: number }
  /** Only whether it can be read. */
  | { kind: 'check'; sources: string[]; form: 'expression' | 'code'; limitMs: number };

export type JobResult =
  /** JSON texts, one for each source; undefined values are null. */
  | { ok: true; values: string[]; logs: string[] }
  | {
      ok: false;
      reason: 'failed' | 'limit';
      message: string;
      /** Which source. */
      at: number;
      logs: string[];
    };

export const LONGEST_OUTPUT = 5_000_000;
