import type { UseQueryResult } from '@tanstack/react-query';
import type { CountedValues } from '@causeway/contract/tables/counted-rows.ts';
import { useTranslation } from 'react-i18next';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { SkeletonCards } from '#ui/skeletons.tsx';
import type { GridRow } from '../edits/grid-rows.ts';
import { useEditHref } from '../row/use-edit-href.ts';
import type { ShownColumn } from '../table-columns.ts';
import type { TablePage } from '../table/use-table-page.ts';
import { useTableHref } from '../use-table-view.ts';
import { BoardStack } from './board-stack.tsx';
import { MovedRows } from './moved-rows.tsx';
import {
  dealRows,
  othersFilters,
  type Stack,
  stackedValue,
  stackFilter,
  type Stacks,
  stagedDifference,
  valueToStage,
} from './stacks.ts';
import { useMoving } from './use-moving.ts';
import { useOwnRows } from './use-part-rows.ts';
import { useStackNames } from './use-stack-names.ts';
import classes from './ways.module.css';

type BoardStacksProps = Stacks & {
  page: TablePage;
  column: ShownColumn;
  title: ShownColumn;
  query: UseQueryResult<CountedValues>;
};

/** A card has room for so many values beside its title. */
const MOST_FIELDS = 4;

/** The stacks beside each other, and what moves cards between them. */
export function BoardStacks({ page, column, title, query, others, ...listed }: BoardStacksProps) {
  const { t } = useTranslation('ways');
  const { connector, name, view, columns, rows, editing } = page;
  useOwnRows(page);
  const moving = useMoving(page, column);
  const { dealt, added } = dealRows(rows, {
    column,
    stacks: listed.stacks,
    refOf: page.names.refOf,
  });
  const stacks = [...listed.stacks, ...added];
  const nameOf = useStackNames(connector.id, column, stacks);
  const { number } = useFormats();
  const hrefOf = useTableHref();
  const { newRowHref } = useEditHref();
  const openHref = useOpenHref();
  const inTable = (filters: ReturnType<typeof othersFilters>) =>
    hrefOf(name, { ...view, mode: 'table', filters: [...view.filters, ...filters] });

  function move(row: GridRow, to: Stack, options?: { byKey: boolean }): void {
    if (stackedValue(row, column) === to.value) return;
    const edits = [{ column: column.name, value: valueToStage(to) }];
    moving.move(row, { edits, to: nameOf(to.value) }, options);
  }

  function addTo(stack: Stack): void {
    const [ref] = editing.addRows([{ [column.name]: valueToStage(stack) }]);
    if (ref !== undefined) openHref(newRowHref(name, view, ref));
  }

  if (stacks.length === 0 && query.isPending) return <SkeletonCards count={4} height={240} />;
  if (stacks.length === 0 && query.isError) {
    return (
      <ErrorState
        error={query.error}
        title={t('board.notCounted')}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  const fields = columns.shown
    .filter((one) => one.name !== column.name && one.name !== title.name)
    .slice(0, MOST_FIELDS);
  return (
    <>
      {query.isError && (
        <p className={classes.notice}>
          {t('board.notCounted')}: {errorText(query.error)}
        </p>
      )}
      <div className={classes.board} aria-busy={query.isFetching && query.isPending}>
        {stacks.map((stack, at) => (
          <BoardStack
            key={stack.id}
            {...{ page, column, title, fields, stack, stacks, moving, nameOf }}
            rows={dealt.get(stack.id) ?? []}
            difference={stagedDifference(rows, column, stack)}
            before={stacks[at - 1]}
            after={stacks[at + 1]}
            tableHref={inTable([stackFilter(column, stack)])}
            onMove={move}
            onAdd={editing.mayEdit && !column.generated ? () => addTo(stack) : undefined}
          />
        ))}
        {others && (
          <section className={classes.others} aria-label={t('board.others')}>
            <h2 className={classes.heading}>{t('board.others')}</h2>
            <p>
              {t('board.othersLine', {
                count: others.valueCount,
                values: number(others.valueCount),
                rows: t('rows', { count: others.rowCount, shown: number(others.rowCount) }),
              })}
            </p>
            <AppLink href={inTable(othersFilters(column, listed.stacks))}>
              {t('board.inTable')}
            </AppLink>
          </section>
        )}
      </div>
      <MovedRows page={page} movedBy={[column]} drawnBy={[title]} />
      <output className={classes.said}>{moving.said}</output>
    </>
  );
}
