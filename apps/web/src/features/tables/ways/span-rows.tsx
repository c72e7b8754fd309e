import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import type { ShownColumn } from '../table-columns.ts';
import type { TablePage } from '../table/use-table-page.ts';
import { SPAN_ROWS, type Span, spanFilters, stillGoingFilters } from './calendar-days.ts';
import type { Dates } from './day-cards.ts';
import { usePartRows } from './use-part-rows.ts';
import type { Day } from './wall-time.ts';
import classes from './ways.module.css';

type SpanRowsProps = { page: TablePage; title: ShownColumn; dates: Dates; span: Span };

/** Reads the rows of some days; the days themselves draw them. Says something only where that failed. */
export function SpanRows({ page, title, dates, span }: SpanRowsProps) {
  const { start, end, clock } = dates;
  const { query, count } = usePartRows({
    page,
    id: `${span.from} ${span.to}`,
    filters: spanFilters(start, span, clock),
    sorts: [{ column: start.name, direction: 'asc' }],
    drawnBy: [start, end, title],
    isWanted: true,
  });
  const { fetchNextPage } = query;
  const mayReadOn = query.hasNextPage && !query.isFetching && !query.isError && count < SPAN_ROWS;
  useEffect(() => {
    if (mayReadOn) void fetchNextPage();
  }, [mayReadOn, fetchNextPage]);
  if (!query.isError) return null;
  return (
    <p className={classes.notice} role="alert">
      {errorText(query.error)}
    </p>
  );
}

type StillGoingProps = Omit<SpanRowsProps, 'span'> & { day: Day; end: ShownColumn };

/** Reads what began before the first day and goes on; of very much of that, what began first. */
export function StillGoing({ page, title, dates, day, end }: StillGoingProps) {
  const { t } = useTranslation('ways');
  const { query, count } = usePartRows({
    page,
    id: `before ${day}`,
    filters: stillGoingFilters(dates.start, end, { day, clock: dates.clock }),
    sorts: [{ column: dates.start.name, direction: 'asc' }],
    drawnBy: [dates.start, end, title],
    isWanted: true,
  });
  if (query.isError) {
    return (
      <p className={classes.notice} role="alert">
        {errorText(query.error)}
      </p>
    );
  }
  if (!query.hasNextPage) return null;
  return <p className={classes.notice}>{t('calendar.manyGoing', { shown: count })}</p>;
}
