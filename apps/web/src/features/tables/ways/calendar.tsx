import { dayIn } from '@causeway/contract/time-zones.ts';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { isDated } from '#domain/filters/filter-choices.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import type { TablePage } from '../table/use-table-page.ts';
import { useTableHref } from '../use-table-view.ts';
import { addMonths, clockOf, listMonth, listWeek } from './calendar-days.ts';
import { CalendarDays } from './calendar-days-view.tsx';
import { CalendarTurning } from './calendar-turning.tsx';
import { useCalendarZone } from './use-calendar-zone.ts';
import { useMoving } from './use-moving.ts';
import { addDays, type Day } from './wall-time.ts';
import { findWayColumns, isInstant, listEnds } from './way-columns.ts';
import { ColumnChoice, WayBar } from './way-bar.tsx';
import classes from './ways.module.css';

/** Rows on the days they are about: a month of them, on a small screen a week. */
export default function Calendar({ page }: { page: TablePage }) {
  const { t } = useTranslation('ways');
  const { name, view, details, columns, handlers } = page;
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  const timeZone = useCalendarZone(details.timeZone);
  const [openedAt] = useState(() => new Date());
  const hrefOf = useTableHref();
  const { start, end, title } = findWayColumns({ columns, details, way: view.way });
  // It lasts longer than a page of the calendar: a card can be moved to the next one.
  const moving = useMoving(page, start);
  if (!start || !title) {
    return <EmptyState icon="table" title={t('calendar.none')} line={t('calendar.noneLine')} />;
  }
  const today = dayIn(timeZone, openedAt);
  const day = view.day ?? today;
  const days = isNarrow ? listWeek(day) : listMonth(day);
  const dated = columns.all.filter(isDated);
  const choose = (change: object) => handlers.change({ way: { ...view.way, ...change } });
  const turn = (to: Day | undefined) => page.changeView({ day: to }, { replace: true });
  const step = (count: number) => (isNarrow ? addDays(day, 7 * count) : addMonths(day, count));
  const undated = { column: start.name, operator: 'isNull' as const };
  return (
    <div className={classes.way} data-way>
      <WayBar label={t('calendar.by')}>
        <CalendarTurning
          days={days}
          day={day}
          isWeek={isNarrow ?? false}
          onBack={() => turn(step(-1))}
          onToday={() => turn(undefined)}
          onOn={() => turn(step(1))}
          onDay={turn}
        />
        <ColumnChoice
          label={t('calendar.start')}
          value={start.name}
          choices={dated}
          onChange={(chosen) => choose({ start: chosen })}
        />
        <ColumnChoice
          label={t('calendar.end')}
          value={end?.name ?? ''}
          choices={listEnds(dated, start)}
          none={t('calendar.noEnd')}
          onChange={(chosen) => choose({ end: chosen === '' ? undefined : chosen })}
        />
        <ColumnChoice
          label={t('title')}
          value={title.name}
          choices={columns.all}
          onChange={(chosen) => choose({ title: chosen })}
        />
        {isInstant(start) ? (
          <p className={classes.zone}>{timeZone}</p>
        ) : (
          <p className={classes.zone} title={t('calendar.noZoneLine')}>
            {t('calendar.noZone')}
          </p>
        )}
        {start.isNullable && (
          <AppLink
            className={classes.undated}
            href={hrefOf(name, { ...view, mode: 'table', filters: [...view.filters, undated] })}
          >
            {t('calendar.undated')}
          </AppLink>
        )}
      </WayBar>
      <CalendarDays
        // Another column or screen of days is another calendar.
        key={`${start.name} ${end?.name ?? ''} ${days[0] ?? ''} ${days.length}`}
        {...{ page, title, moving }}
        dates={{ start, end, clock: clockOf(start, timeZone) }}
        days={days}
        day={day}
        today={today}
        timeZone={timeZone}
        isWeek={isNarrow ?? false}
        onTurn={turn}
      />
    </div>
  );
}
