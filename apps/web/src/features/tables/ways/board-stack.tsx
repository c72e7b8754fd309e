import { ActionIcon, Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { Icon } from '#ui/icon.tsx';
import type { GridRow } from '../edits/grid-rows.ts';
import type { ShownColumn } from '../table-columns.ts';
import type { TablePage } from '../table/use-table-page.ts';
import { goToCard } from './card-keys.ts';
import { MoveMenu } from './move-menu.tsx';
import { RowCard } from './row-card.tsx';
import { type Stack, stackFilter } from './stacks.ts';
import { useDrop } from './use-drop.ts';
import type { Moving } from './use-moving.ts';
import { usePartRows } from './use-part-rows.ts';
import { useSeen } from './use-seen.ts';
import classes from './ways.module.css';

type BoardStackProps = {
  page: TablePage;
  column: ShownColumn;
  title: ShownColumn;
  fields: readonly ShownColumn[];
  stack: Stack;
  stacks: readonly Stack[];
  rows: readonly GridRow[];
  /** Rows more or fewer once what is staged is saved. */
  difference: number;
  before: Stack | undefined;
  after: Stack | undefined;
  /** The table with nothing but these rows. */
  tableHref: string;
  moving: Moving;
  nameOf: (value: string | null) => string;
  onMove: (row: GridRow, to: Stack, options?: { byKey: boolean }) => void;
  onAdd: (() => void) | undefined;
};

const TITLE_HEIGHT = 28;
const FIELD_HEIGHT = 20;
const CARD_EDGES = 26;
/** Cards this close to the last one ask for more. */
const AHEAD = 20;

/** The rows that have one value. It pages by itself, and only what is on screen is drawn. */
export function BoardStack(props: BoardStackProps) {
  const { page, column, title, fields, stack, rows, moving, nameOf, onMove, onAdd } = props;
  const { t } = useTranslation('ways');
  const { number } = useFormats();
  const { ref: room, isSeen } = useSeen<HTMLElement>();
  const part = usePartRows({
    page,
    id: stack.id,
    filters: [stackFilter(column, stack)],
    drawnBy: [column, title],
    isWanted: isSeen && stack.count !== 0,
  });
  const [at, setAt] = useState(0);
  const drop = useDrop(moving, (row) => onMove(row, stack));
  const scroll = useRef<HTMLDivElement>(null);
  const height = TITLE_HEIGHT + fields.length * FIELD_HEIGHT + CARD_EDGES;
  // What it returns is used in the same drawing only.
  // oxlint-disable-next-line react/incompatible-library
  const cards = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    overscan: 6,
  });
  const { query } = part;
  const items = cards.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? 0) >= rows.length - AHEAD;
  const mayReadOn = query.hasNextPage && !query.isFetching && !query.isError;
  const { fetchNextPage } = query;
  useEffect(() => {
    if (isNearEnd && mayReadOn) void fetchNextPage();
  }, [isNearEnd, mayReadOn, fetchNextPage]);
  const heading = nameOf(stack.value);
  const active = Math.min(at, rows.length - 1);

  function press(event: KeyboardEvent, row: GridRow) {
    const to = event.key === 'ArrowLeft' ? props.before : props.after;
    const isMove = event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight');
    if (isMove && to) onMove(row, to, { byKey: true });
    else if (!isMove && !goToCard(event)) return;
    event.preventDefault();
  }

  return (
    // What is dropped by a mouse is moved by its menu and by keys as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={room}
      className={classes.stack}
      aria-label={t('board.stackOf', { name: heading })}
      data-stack
      {...drop}
    >
      <header className={classes.stackHead}>
        <h2
          className={classes.heading}
          title={heading}
          data-quiet={stack.value === null || undefined}
        >
          {heading}
        </h2>
        <StackCount count={stack.count} difference={props.difference} />
        {onAdd && (
          <ActionIcon
            size={24}
            aria-label={t('board.add', { name: heading })}
            title={t('board.add', { name: heading })}
            onClick={onAdd}
          >
            <Icon name="plus" size={14} />
          </ActionIcon>
        )}
      </header>
      <div ref={scroll} className={classes.cards} data-cards>
        <ul className={classes.list} style={{ height: cards.getTotalSize() }} aria-label={heading}>
          {items.map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            const ref = page.names.refOf(row);
            const href = page.links.pageOf(row);
            const reason = moving.reasonFor(row);
            return (
              <li
                key={ref ?? row.index}
                className={classes.place}
                style={{ height, transform: `translateY(${start}px)` }}
                aria-setsize={query.hasNextPage ? -1 : rows.length}
                aria-posinset={index + 1}
              >
                <RowCard
                  connectorId={page.connector.id}
                  {...{ row, title, fields, href }}
                  isActive={index === active}
                  isAwaited={ref !== undefined && moving.awaited === ref}
                  isDraggable={reason === undefined}
                  onOpen={() => page.handlers.openValue(row, title.name)}
                  onFocus={() => setAt(index)}
                  onLeave={moving.settle}
                  onKey={(event) => press(event, row)}
                  {...moving.dragOf(row, heading)}
                  menu={
                    <MoveMenu
                      isActive={index === active}
                      targets={props.stacks
                        .filter(({ id }) => id !== stack.id)
                        .map(({ id, value }) => ({ id, label: nameOf(value) }))}
                      reason={reason}
                      href={href}
                      onMove={(id) => {
                        const to = props.stacks.find((one) => one.id === id);
                        if (to) onMove(row, to, { byKey: true });
                      }}
                    />
                  }
                />
              </li>
            );
          })}
        </ul>
        {query.isFetching && rows.length === 0 && <p className={classes.hint}>{t('reading')}</p>}
        {query.isError && (
          <div className={classes.hint} role="alert">
            <p>{errorText(query.error)}</p>
            <Button size="compact-xs" variant="default" onClick={() => void query.refetch()}>
              {t('again')}
            </Button>
          </div>
        )}
        {part.isCut && (
          <p className={classes.hint}>
            {t('board.cut', { shown: number(part.count) })}{' '}
            <AppLink href={props.tableHref}>{t('board.inTable')}</AppLink>
          </p>
        )}
      </div>
    </section>
  );
}

type StackCountProps = { count: number | undefined; difference: number };

/** How many rows there are, and how many there will be. */
function StackCount({ count, difference }: StackCountProps) {
  const { t } = useTranslation('ways');
  const { number } = useFormats();
  const later = count === undefined ? '…' : number(count + difference);
  return (
    <span className={classes.count}>
      {count === undefined ? '…' : number(count)}
      {difference !== 0 && (
        <span className={classes.difference} title={t('board.staged', { later })}>
          {difference > 0 ? `+${difference}` : `−${-difference}`}
        </span>
      )}
    </span>
  );
}
