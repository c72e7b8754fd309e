import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './sort-note.module.css';
import { MOST_SORTED, type SortedResult } from './use-sorted-result.ts';

type SortNoteProps = {
  sorted: SortedResult;
  loadedRows: number;
  /** Undefined where the statement is none that could be sorted. */
  onSortAll: (() => void) | undefined;
};

/** Says what a sort did not reach, and offers the one that does. */
export function SortNote({ sorted, loadedRows, onSortAll }: SortNoteProps) {
  const { t } = useTranslation('sql');
  const { number } = useFormats();
  if (!sorted.shortfall) return null;
  return (
    <output className={classes.note}>
      {sorted.shortfall === 'cut'
        ? t('sort.cut', { number: number(loadedRows) })
        : t('sort.tooMany', { number: number(MOST_SORTED) })}
      {onSortAll && (
        <Button size="compact-xs" variant="subtle" onClick={onSortAll}>
          {t('sort.all')}
        </Button>
      )}
    </output>
  );
}
