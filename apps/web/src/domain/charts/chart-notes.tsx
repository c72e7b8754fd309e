import type { ResultField } from '@causeway/contract/artifacts.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { readMap } from '@causeway/contract/drawing/map-option.ts';
import { chartDataOf, type Row } from '@causeway/contract/drawing/chart-data.ts';
import type { ChartChoice } from '@causeway/contract/drawing/chart-guess.ts';

type Source = { choice: ChartChoice; fields: readonly ResultField[]; rows: readonly Row[] };

/** What a picture leaves out or can't show, said below it. */
export function useChartNotes({ choice, fields, rows }: Source): string[] {
  const { t } = useTranslation('charts');
  const { number } = useFormats();
  return useMemo(() => {
    if (choice.kind === 'map') {
      const { lost } = readMap({ choice, rows });
      return lost > 0 ? [t('lost', { count: lost })] : [];
    }
    const { series, seriesCount, isAmbiguous } = chartDataOf({
      choice,
      fields,
      rows,
      emptyName: '',
    });
    const isLess = series.some(({ values }) => values.some((value) => (value ?? 0) < 0));
    return [
      ...(series.length < seriesCount
        ? [t('topSeries', { shown: series.length, all: number(seriesCount) })]
        : []),
      ...(isAmbiguous ? [t('ambiguous')] : []),
      ...(choice.kind === 'pie' && isLess ? [t('negativePie')] : []),
    ];
  }, [choice, fields, rows, t, number]);
}
