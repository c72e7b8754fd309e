import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import type { ShownColumn } from '../table-columns.ts';
import type { GridRow } from '../edits/grid-rows.ts';
import { figuresOf } from './marked-figures.ts';
import { useMarked, type MarkedStore } from '#domain/data-grid/ranges/marked-store.ts';

type MarkedSummaryProps = { store: MarkedStore; rows: GridRow[]; columns: ShownColumn[] };

/** How many cells are marked, and what their figures add up to. */
export function MarkedSummary({ store, rows, columns }: MarkedSummaryProps) {
  const { t, i18n } = useTranslation('edits');
  const { number } = useFormats();
  const range = useMarked(store);
  const figures = useMemo(() => range && figuresOf(range, rows, columns), [range, rows, columns]);
  if (!figures) return null;
  const { cells, sum } = figures;
  const average = sum && Number(sum.text) / sum.count;
  return (
    <>
      <span>{t('marked.cells', { count: cells, number: number(cells) })}</span>
      {sum && <span>{t('marked.sum', { sum: exactly(sum.text, i18n.language) })}</span>}
      {average !== undefined && (
        <span>{t('marked.average', { average: shortly(average, i18n.language) })}</span>
      )}
    </>
  );
}

/** Every digit, in the language's way: a text is not rounded as a number would be. */
function exactly(text: string, language: string): string {
  const places = text.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: Math.min(places, 100) });
  return format.format(text as Intl.StringNumericLiteral);
}

function shortly(value: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumSignificantDigits: 6 }).format(value);
}
