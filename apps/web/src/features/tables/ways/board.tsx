import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#ui/empty-state.tsx';
import type { TablePage } from '../table/use-table-page.ts';
import { BoardStacks } from './board-stacks.tsx';
import { countedValuesQuery } from './counted-query.ts';
import { listStacks } from './stacks.ts';
import { findWayColumns, listStackColumns } from './way-columns.ts';
import { ColumnChoice, WayBar } from './way-bar.tsx';
import classes from './ways.module.css';

/** Rows as cards, stacked by the value they have in a column. */
export default function Board({ page }: { page: TablePage }) {
  const { t } = useTranslation('ways');
  const { connector, name, view, details, columns, handlers } = page;
  const drawn = findWayColumns({ columns, details, way: view.way });
  const { stack: column, title } = drawn;
  const query = useQuery({
    ...countedValuesQuery({ connectorId: connector.id, name, view, column: column?.name ?? '' }),
    // Until other rows are counted, those counted before keep the stacks where they are.
    placeholderData: (before, asked) =>
      asked?.queryKey.at(-2) === column?.name ? before : undefined,
    enabled: column !== undefined,
  });
  const choose = (change: object) => handlers.change({ way: { ...view.way, ...change } });
  const choices = listStackColumns(columns.all);
  if (!title || choices.length === 0) {
    return <EmptyState icon="table" title={t('board.none')} line={t('board.noneLine')} />;
  }
  return (
    <div className={classes.way} data-way>
      <WayBar label={t('board.by')}>
        <ColumnChoice
          label={t('board.stack')}
          value={column?.name ?? ''}
          choices={choices}
          {...(!column && { none: t('board.choose') })}
          onChange={(stack) => choose({ stack })}
        />
        <ColumnChoice
          label={t('title')}
          value={title.name}
          choices={columns.all}
          onChange={(chosen) => choose({ title: chosen })}
        />
      </WayBar>
      {column ? (
        <BoardStacks
          // Another column is another board: nothing of its stacks is meant of the next ones.
          key={column.name}
          page={page}
          column={column}
          title={title}
          query={query}
          {...listStacks({ column, checks: details.checks, counted: query.data })}
        />
      ) : (
        <EmptyState icon="table" title={t('board.choose')} line={t('board.noneLine')} />
      )}
    </div>
  );
}
