export type TableWindow = {
  path: string;
  offset: number;
  limit: number;
  sheet?: string | undefined;
};

/** A value as it would be written; null where there is none. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  return JSON.stringify(value);
}

/** A number of a JSON text, kept with the digits it has there. */
export function isRawNumber(value: object): boolean {
  return (JSON as unknown as { isRawJSON(value: object): boolean }).isRawJSON(value);
}

export const MOST_CELLS = 100_000;
const MOST_CHARACTERS = 4_000_000;

/**
 * Rows as far as they can be shown at once, and at least one. Whoever asks gets those there are room
 * for and is told that there are more: an answer is made on the thread that all others wait for.
 */
export function createShownRows() {
  const rows: (string | null)[][] = [];
  let cells = 0;
  let characters = 0;
  return {
    rows,
    /** False where there is no room for the row. */
    add: (row: (string | null)[]): boolean => {
      cells += row.length;
      for (const cell of row) characters += cell?.length ?? 0;
      const hasRoom = cells <= MOST_CELLS && characters <= MOST_CHARACTERS;
      if (hasRoom || rows.length === 0) rows.push(row);
      return hasRoom;
    },
  };
}
