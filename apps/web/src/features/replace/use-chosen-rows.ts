import { MOST_EXCLUDED_ROWS, type ChosenRows } from '@causeway/contract/replace.ts';
import { useState } from 'react';

type TextKey = Record<string, string>;
/** Either all rows but the named ones, or the named ones only: rows that were never loaded count too. */
type Choice = { isAll: boolean; named: ReadonlyMap<string, TextKey> };

const everything: Choice = { isAll: true, named: new Map() };
const nothing: Choice = { isAll: false, named: new Map() };

export type RowChoice = ReturnType<typeof useChosenRows>;

/** Which of the rows that were found are replaced in. What was chosen belongs to what was looked for. */
export function useChosenRows(lookedFor: string) {
  const [state, setState] = useState({ of: lookedFor, choice: everything });
  const choice = state.of === lookedFor ? state.choice : everything;

  function take(keys: TextKey[], isTaken: boolean) {
    const named = new Map(choice.named);
    for (const key of keys) {
      if (isTaken === choice.isAll) named.delete(JSON.stringify(key));
      else named.set(JSON.stringify(key), key);
    }
    if (named.size <= MOST_EXCLUDED_ROWS) {
      setState({ of: lookedFor, choice: { ...choice, named } });
    }
  }

  return {
    choice,
    isTaken: (key: TextKey) => choice.isAll !== choice.named.has(JSON.stringify(key)),
    take,
    /** Rows that were replaced in are found no more; those left out stay so. */
    forgetTaken: () => {
      if (!choice.isAll) setState({ of: lookedFor, choice: nothing });
    },
    takeAll: (isTaken: boolean) =>
      setState({ of: lookedFor, choice: isTaken ? everything : nothing }),
  };
}

/** As the server is told; undefined where no row is meant. */
export function chosenRowsOf({ isAll, named }: Choice, found: number): ChosenRows | undefined {
  if (isAll) return named.size < found ? { excluded: [...named.values()] } : undefined;
  return named.size > 0 ? { excluded: [], only: [...named.values()] } : undefined;
}
