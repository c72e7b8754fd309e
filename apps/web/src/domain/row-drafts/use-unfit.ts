import type { DraftChange } from '@causeway/contract/tables/edits.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '#domain/data-grid/data-column.ts';
import type { Patch } from './draft-changes.ts';
import { findGone } from './gone-columns.ts';
import { findUnfitValue } from './unfit-value.ts';

/** What is wrong with a row, and where known with which of its cells. */
export type RowProblem = { column: string | undefined; message: string };

export type Unfit = RowProblem & {
  ref: string;
  /** The step after which they can be saved, where there is one to offer. */
  leaveOut?: Patch;
};

/** Why the changes can not be saved yet, said at once instead of by the database; undefined when they can. */
export function useUnfit(
  changes: ReadonlyMap<string, DraftChange>,
  columns: readonly DataColumn[],
): Unfit | undefined {
  const { t } = useTranslation('row-drafts');
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
