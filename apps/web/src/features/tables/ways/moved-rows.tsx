import type { TextKey } from '@causeway/contract/tables/edits.ts';
import type { Filter } from '@causeway/contract/tables/filters.ts';
import { useState } from 'react';
import type { Draft } from '#domain/row-drafts/draft-changes.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import type { ShownColumn } from '../table-columns.ts';
import type { TablePage } from '../table/use-table-page.ts';
import { usePartRows } from './use-part-rows.ts';
import classes from './ways.module.css';

type MovedRowsProps = {
  page: TablePage;
  /** What cards are moved by, and what else they are drawn by. */
  movedBy: readonly ShownColumn[];
  drawnBy: readonly ShownColumn[];
};

/**
 * Reads the rows that were moved before this page was turned to: where the database has them may be
 * another month, or further down a stack than anybody scrolled. What is moved later was on screen.
 */
export function MovedRows({ page, movedBy, drawnBy }: MovedRowsProps) {
  const [filter] = useState(() => movedFilter(page.editing.draft, movedBy));
  return filter && <Moved {...{ page, filter }} drawnBy={[...movedBy, ...drawnBy]} />;
}

type MovedProps = { page: TablePage; filter: Filter; drawnBy: ShownColumn[] };

function Moved({ page, filter, drawnBy }: MovedProps) {
  const { query } = usePartRows({
    page,
    id: 'moved',
    filters: [filter],
    sorts: [],
    drawnBy,
    isWanted: true,
  });
  if (!query.isError) return null;
  return (
    <p className={classes.notice} role="alert">
      {errorText(query.error)}
    </p>
  );
}

/** More rows than these nobody moves by hand. */
const MOST_MOVED = 100;

/** The rows that are to be saved with another value in one of these columns. */
export function movedFilter(draft: Draft, columns: readonly ShownColumn[]): Filter | undefined {
  const keys = [...draft.values()].flatMap((change) =>
    change.kind === 'update' && columns.some(({ name }) => name in change.values)
      ? [change.key]
      : [],
  );
  if (keys.length === 0) return undefined;
  return { or: keys.slice(-MOST_MOVED).map(keyFilter) };
}

function keyFilter(key: TextKey): Filter {
  return {
    and: Object.entries(key).map(([column, value]) => ({ column, operator: 'eq', value })),
  };
}
