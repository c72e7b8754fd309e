import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { regionOf, useFormats } from '#platform/i18n/use-formats.ts';
import type { GridRow } from '../edits/grid-rows.ts';
import type { ShownColumn } from '../table-columns.ts';
import type { TablePage } from '../table/use-table-page.ts';
import { useTableHref } from '../use-table-view.ts';
import { planSpans } from './calendar-days.ts';
import { DayCell } from './day-cell.tsx';
import { type Dates, dayFilters, dealDays, dayOf, editsToDay, stagedDays } from './day-cards.ts';
import { MovedRows } from './moved-rows.tsx';
import { NearestDays } from './nearest-days.tsx';
import { SpanRows, StillGoing } from './span-rows.tsx';
import { countedDaysQuery } from './counted-query.ts';
import type { Moving } from './use-moving.ts';
import { useOwnRows } from './use-part-rows.ts';
import { addDays, type Day, startOf } from './wall-time.ts';
import calendarClasses from './calendar.module.css';
import classes from './ways.module.css';

type CalendarDaysProps = {
  page: TablePage;
  title: ShownColumn;
  dates: Dates;
  moving: Moving;
  days: readonly Day[];
  day: Day;
  today: Day;
  timeZone: string;
  isWeek: boolean;
  onTurn: (day: Day) => void;
};

/** The days of a calendar with their rows, and what moves rows between them. */
export function CalendarDays(props: CalendarDaysProps) {
  const { page, title, dates, moving, days, day, today, timeZone, isWeek, onTurn } = props;
  const { t, i18n } = useTranslation('ways');
  const { fullDate } = useFormats('UTC');
  const { connector, name, view, rows } = page;
  const { start, end } = dates;
  const query = useQuery(
    countedDaysQuery({
      connectorId: connector.id,
      name,
      view,
      column: start.name,
      from: days[0] ?? day,
      to: days.at(-1) ?? day,
      timeZone,
    }),
  );
  const counts = new Map(query.data?.days.map((one) => [one.day, one.count]));
  useOwnRows(page);
  const dealt = dealDays(rows, { ...dates, days, refOf: page.names.refOf });
  const differences = stagedDays(rows, dates);
  const isEmpty =
    query.data?.days.length === 0 && [...dealt.values()].every((cards) => cards.length === 0);
  const hrefOf = useTableHref();
  const nameOf = (one: Day) => fullDate(new Date(startOf(one)));

  function move(row: GridRow, to: Day, options?: { byKey: boolean }): void {
    if (dayOf(row, dates)?.day === to) return;
    const edits = editsToDay(row, to, dates);
    const isMoved = moving.move(row, { edits, to: nameOf(to) }, options);
    // Who moves it by keys goes along with it.
    if (isMoved && !days.includes(to)) onTurn(to);
  }

  const weekdays = new Intl.DateTimeFormat(regionOf(i18n.language), {
    weekday: 'short',
    timeZone: 'UTC',
  });
  return (
    <>
      {query.isError && (
        <p className={classes.notice} role="alert">
          {t('calendar.notCounted')}: {errorText(query.error)}
        </p>
      )}
      {isEmpty && <NearestDays {...{ page, dates, days, isWeek, onTurn }} />}
      {!isWeek && (
        <div className={calendarClasses.weekdays} aria-hidden>
          {days.slice(0, 7).map((one) => (
            <span key={one}>{weekdays.format(startOf(one))}</span>
          ))}
        </div>
      )}
      <ol
        className={calendarClasses.days}
        data-week={isWeek || undefined}
        aria-busy={query.isPending}
      >
        {days.map((one) => (
          <DayCell
            key={one}
            {...{ page, title, moving, isWeek, dates }}
            day={one}
            label={nameOf(one)}
            isToday={one === today}
            isOutside={!isWeek && one.slice(0, 7) !== day.slice(0, 7)}
            cards={dealt.get(one) ?? []}
            count={counts.get(one)}
            difference={differences.get(one) ?? 0}
            tableHref={hrefOf(name, {
              ...view,
              mode: 'table',
              day: undefined,
              filters: [...view.filters, ...dayFilters(dates, one)],
            })}
            onMove={move}
            onShift={(row, count) => {
              const from = dayOf(row, dates);
              if (from) move(row, addDays(from.day, count), { byKey: true });
            }}
          />
        ))}
      </ol>
      {planSpans(days, counts).map((span) => (
        <SpanRows key={`${span.from} ${span.to}`} {...{ page, title, dates, span }} />
      ))}
      <MovedRows page={page} movedBy={end ? [start, end] : [start]} drawnBy={[title]} />
      {end && days[0] !== undefined && (
        <StillGoing {...{ page, title, dates, day: days[0] }} end={end} />
      )}
      <output className={classes.said}>{moving.said}</output>
    </>
  );
}
