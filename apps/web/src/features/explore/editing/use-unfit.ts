import type { DraftChange } from '@causeway/contract/edits.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownColumn } from '../table-columns.ts';
import type { RowProblem } from './grid-rows.ts';
import { findUnfitValue } from './unfit-value.ts';

export type Unfit = RowProblem & { ref: string };

/** Why the changes can not be saved yet, said at once instead of by the database; undefined when they can. */
export function useUnfit(
  changes: ReadonlyMap<string, DraftChange>,
  columns: readonly ShownColumn[],
): Unfit | undefined {
  const { t } = useTranslation('editing');
  return useMemo(() => {
    const unfit = findUnfitValue(changes.values(), columns);
    if (!unfit) return undefined;
    const { ref, name, label, problem } = unfit;
    return { ref, column: name, message: t('bar.notJson', { field: label, ...problem }) };
  }, [changes, columns, t]);
}
