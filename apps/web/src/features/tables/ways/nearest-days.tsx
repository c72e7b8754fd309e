import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import type { Filter } from '@causeway/contract/tables/filters.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import type { TablePage } from '../table/use-table-page.ts';
import { rowsKey, selectionOf } from '../tables-query.ts';
import type { Dates } from './day-cards.ts';
import { addDays, type Day, firstMoment, momentOf, startOf } from './wall-time.ts';
import classes from './ways.module.css';

type NearestDaysProps = {
  page: TablePage;
  dates: Dates;
  days: readonly Day[];
  isWeek: boolean;
  onTurn: (day: Day) => void;
};

/** Where the rows are, on a page of the calendar that has none: nobody turns to them month by month. */
export function NearestDays({ page, dates, days, isWeek, onTurn }: NearestDaysProps) {
  const { t } = useTranslation('ways');
  const { date } = useFormats('UTC');
  const query = useQuery(nearestQuery(page, dates, days));
  if (!query.data) return null;
  const { before, after } = query.data;
  const turnTo = (day: Day | undefined, text: string) =>
    day !== undefined && (
      <button type="button" className={classes.turnTo} onClick={() => onTurn(day)}>
        {t(text, { day: date(new Date(startOf(day))) })}
      </button>
    );
  return (
    <output className={classes.nothing}>
      {before === undefined && after === undefined
        ? t('calendar.nothing')
        : t(isWeek ? 'calendar.nothingInWeek' : 'calendar.nothingInMonth')}
      {turnTo(before, 'calendar.lastBefore')}
      {turnTo(after, 'calendar.firstAfter')}
    </output>
  );
}

function nearestQuery({ connector, name, view }: TablePage, dates: Dates, days: readonly Day[]) {
  const { start, clock } = dates;
  const [first = '', last = first] = [days[0], days.at(-1)];
  const selection = selectionOf(view);

  async function find(filter: Filter, direction: 'asc' | 'desc', signal: AbortSignal) {
    const answer = await api.call(
      tableRoutes.rows,
      {
        params: { table: name.table },
        query: {
          connector: { id: connector.id },
          schema: name.schema,
          ...selectionOf({ ...view, filters: [...view.filters, filter] }),
          sort: [{ column: start.name, direction }],
          columns: [start.name],
          limit: 1,
        },
      },
      { signal },
    );
    const place = answer.fields.findIndex((field) => field.name === start.name);
    const cell = answer.rows[0]?.[place] ?? null;
    const day = cell === null ? undefined : momentOf(String(cell), clock)?.day;
    // The end of all days stands for rows without an end, and nobody turns there.
    return day === undefined || day >= '9999' ? undefined : day;
  }

  return {
    queryKey: [
      ...rowsKey(connector.id, name),
      'nearest',
      start.name,
      clock,
      first,
      last,
      selection,
    ],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const [before, after] = await Promise.all([
        find(
          { column: start.name, operator: 'lt', value: firstMoment(first, clock) },
          'desc',
          signal,
        ),
        find(
          { column: start.name, operator: 'gte', value: firstMoment(addDays(last, 1), clock) },
          'asc',
          signal,
        ),
      ]);
      return { before, after };
    },
    staleTime: 10_000,
  };
}
