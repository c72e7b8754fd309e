import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { loadNotifications } from '#ui/notifications.ts';
import { clearMarked } from './clear-marked.ts';
import type { MarkedCells, OnScreen } from './copied-range.ts';

/** Long enough to read what was left out. */
const SHOWN_MS = 10_000;

/** Empties all that is marked as one step, and tells what of it stays. */
export function useClearMarked({ rows, edits }: Pick<OnScreen, 'rows' | 'edits'>) {
  const { t } = useTranslation('sql');
  const { number } = useFormats();
  return async (marked: MarkedCells): Promise<void> => {
    const { changes, left } = clearMarked(marked, { rows, edits });
    edits?.editAll(changes);
    if (left === 0) return;
    const message = t('results.leftUnloaded', { count: left, number: number(left) });
    (await loadNotifications()).show({ message, autoClose: SHOWN_MS });
  };
}
