import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { loadTexts } from '#platform/i18n/i18n.ts';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { fillPage } from '#ui/fill-page.ts';
import { useFollowColumns } from './follow-columns.ts';
import { useFollowTable } from './follow-table.ts';
import { LoadedTable } from './loaded-table.tsx';
import { MissingTable } from './missing-table.tsx';
import type { TableName } from '../table-name.ts';
import classes from './table-view-page.module.css';
import { tableQuery } from '../tables-query.ts';
import { usePrefetchRows } from '../rows/use-prefetch-rows.ts';
import { useTableView } from '../use-table-view.ts';

const TableHistory = lazy(() => import('../history/table-history.tsx'));
const TableStructure = lazy(async () => {
  const [page] = await Promise.all([
    import('../structure/table-structure.tsx'),
    loadTexts(['structure']),
  ]);
  return page;
});

type TableViewPageProps = { projectId: string; connector: Connector; name: TableName };

/** A table of a database: its rows, and what is needed to find the right ones; or what was written to it, or how it is made. */
export default function TableViewPage(props: TableViewPageProps) {
  const { projectId, connector, name } = props;
  const { view } = useTableView();
  const aside = useLocation({
    select: ({ search }) => (['history', 'structure'] as const).find((name) => name in search),
  });
  const table = useQuery(tableQuery({ projectId, connectorId: connector.id }, name));
  // Asked for now, so that the rows do not wait for the columns.
  usePrefetchRows({ connectorId: connector.id, name, view });
  const isLed = useFollowTable({ connectorId: connector.id, name, error: table.error });
  const isNamedNow = useFollowColumns(table.data);
  const details = isNamedNow ? table.data : undefined;
  if (details && aside) {
    const Aside = aside === 'history' ? TableHistory : TableStructure;
    return (
      <Suspense fallback={<SkeletonTable rows={8} columns={4} />}>
        <Aside {...props} details={details} />
      </Suspense>
    );
  }
  if (details) return <LoadedTable {...props} details={details} />;
  return (
    <div className={classes.page} ref={fillPage}>
      <h1 className={classes.waiting}>{name.table}</h1>
      {table.isError && !isLed ? (
        <div className={classes.message}>
          <MissingTable name={name} query={table} />
        </div>
      ) : (
        <SkeletonTable rows={16} columns={6} />
      )}
    </div>
  );
}
