import type { DraftChange } from '@causeway/contract/edits.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownColumn } from '../table-columns.ts';
import type { Patch } from './draft-changes.ts';
import { findGone } from './gone-columns.ts';
import type { RowProblem } from './grid-rows.ts';
import { findUnfitValue } from './unfit-value.ts';

export type Unfit = RowProblem & {
  ref: string;
  /** The step after which they can be saved, where there is one to offer. */
  leaveOut?: Patch;
};

/** Why the changes can not be saved yet, said at once instead of by the database; undefined when they can. */
export function useUnfit(
  changes: ReadonlyMap<string, DraftChange>,
  columns: readonly ShownColumn[],
): Unfit | undefined {
  const { t } = useTranslation('editing');
  return useMemo(() => {
    const gone = findGone(changes.values(), columns);
    if (gone) {
      const { ref, leaveOut } = gone;
      const names = gone.columns.join(', ');
      const message = t('bar.gone', { count: gone.columns.length, names });
      return { ref, column: undefined, message, leaveOut };
    }
    const unfit = findUnfitValue(changes.values(), columns);
    if (!unfit) return undefined;
    const { ref, name, label, problem } = unfit;
    return { ref, column: name, message: t('bar.notJson', { field: label, ...problem }) };
  }, [changes, columns, t]);
}
