import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useFormats } from '#platform/i18n/use-formats.ts';
import type { GridRow } from '../edits/grid-rows.ts';
import type { ShownColumn } from '../table-columns.ts';
import type { TablePage } from '../table/use-table-page.ts';
import { goToCard } from './card-keys.ts';
import type { Dates, DayCard } from './day-cards.ts';
import { MoveMenu } from './move-menu.tsx';
import { RowCard } from './row-card.tsx';
import { useDrop } from './use-drop.ts';
import type { Moving } from './use-moving.ts';
import type { Day } from './wall-time.ts';
import calendarClasses from './calendar.module.css';
import classes from './ways.module.css';

type DayCellProps = {
  page: TablePage;
  title: ShownColumn;
  dates: Dates;
  moving: Moving;
  day: Day;
  label: string;
  isToday: boolean;
  isOutside: boolean;
  isWeek: boolean;
  cards: readonly DayCard[];
  /** How many rows begin that day in the database; undefined where there are none, or nobody knows. */
  count: number | undefined;
  difference: number;
  /** The table with nothing but the rows of this day. */
  tableHref: string;
  onMove: (row: GridRow, to: Day) => void;
  onShift: (row: GridRow, days: number) => void;
};

/** So many rows are seen of a day in a month, and of one in a week. */
const MOST_IN_MONTH = 3;
const MOST_IN_WEEK = 20;

const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};
const shifts = [
  { id: '-1', key: 'calendar.dayEarlier' },
  { id: '1', key: 'calendar.dayLater' },
  { id: '-7', key: 'calendar.weekEarlier' },
  { id: '7', key: 'calendar.weekLater' },
];

/** A day: some of its rows, and the way to all of them. */
export function DayCell(props: DayCellProps) {
  const { page, title, moving, day, label, isToday, isOutside, isWeek, cards } = props;
  const { t } = useTranslation('ways');
  const { number } = useFormats();
  const drop = useDrop(moving, (row) => props.onMove(row, day));
  const [at, setAt] = useState(0);
  const shown = cards.slice(0, isWeek ? MOST_IN_WEEK : MOST_IN_MONTH);
  const later = cards.filter(({ isLater }) => isLater).length;
  const all = Math.max(cards.length, (props.count ?? 0) + props.difference + later);
  const more = all - shown.length;
  const active = Math.min(at, shown.length - 1);

  function press(event: KeyboardEvent, row: GridRow) {
    const step = event.shiftKey ? steps[event.key] : undefined;
    if (step !== undefined) props.onShift(row, step);
    else if (!goToCard(event)) return;
    event.preventDefault();
  }

  return (
    // What is dropped by a mouse is moved by its menu and by keys as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={calendarClasses.day}
      data-stack
      data-today={isToday || undefined}
      data-outside={isOutside || undefined}
      {...drop}
    >
      <h3
        className={calendarClasses.dayHead}
        aria-label={label}
        aria-current={isToday ? 'date' : undefined}
      >
        {isWeek ? label : Number(day.slice(-2))}
      </h3>
      <ul className={calendarClasses.dayCards} aria-label={label}>
        {shown.map(({ row, time, isLater }, place) => {
          const ref = page.names.refOf(row);
          const href = page.links.pageOf(row);
          const reason = moving.reasonFor(row);
          return (
            <li key={ref ?? row.index}>
              <RowCard
                connectorId={page.connector.id}
                {...{ row, title, href, time }}
                fields={[]}
                isSmall
                isLater={isLater}
                isActive={place === active}
                isAwaited={!isLater && ref !== undefined && moving.awaited === ref}
                isDraggable={reason === undefined && !isLater}
                onOpen={() => page.handlers.openValue(row, title.name)}
                onFocus={() => setAt(place)}
                onLeave={moving.settle}
                onKey={(event) => press(event, row)}
                {...moving.dragOf(row, label)}
                menu={
                  <MoveMenu
                    isActive={place === active}
                    targets={shifts.map(({ id, key }) => ({ id, label: t(key) }))}
                    reason={reason}
                    href={href}
                    onMove={(id) => props.onShift(row, Number(id))}
                  />
                }
              />
            </li>
          );
        })}
      </ul>
      {more > 0 && (
        <AppLink
          className={classes.moreRows}
          href={props.tableHref}
          aria-label={t('calendar.moreOn', { count: more, shown: number(more), day: label })}
        >
          {shown.length > 0
            ? t('calendar.more', { shown: number(more) })
            : t('rows', { count: more, shown: number(more) })}
        </AppLink>
      )}
    </li>
  );
}
