import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { fillPage } from '#ui/fill-page.ts';
import { LoadedTable } from './loaded-table.tsx';
import type { TableName } from './table-name.ts';
import classes from './table-view-page.module.css';
import { tableQuery } from './tables-query.ts';
import { usePrefetchRows } from './use-prefetch-rows.ts';
import { useTableView } from './use-table-view.ts';

const TableHistory = lazy(() => import('./editing/table-history.tsx'));

type TableViewPageProps = { projectId: string; connector: Connector; name: TableName };

/** A table of a database: its rows, and what is needed to find the right ones; or what was written to it. */
export default function TableViewPage(props: TableViewPageProps) {
  const { projectId, connector, name } = props;
  const { t } = useTranslation('explore');
  const { view } = useTableView();
  const scopedHref = useScopedHref();
  const isHistory = useLocation({ select: ({ search }) => 'history' in search });
  const table = useQuery(tableQuery({ projectId, connectorId: connector.id }, name));
  // Asked for now, so that the rows do not wait for the columns.
  usePrefetchRows({ connectorId: connector.id, name, view });
  if (table.data && isHistory) {
    return (
      <Suspense fallback={<SkeletonTable rows={8} columns={4} />}>
        <TableHistory {...props} details={table.data} />
      </Suspense>
    );
  }
  if (table.data) return <LoadedTable {...props} details={table.data} />;
  return (
    <div className={classes.page} ref={fillPage}>
      <h1 className={classes.waiting}>{name.table}</h1>
      {table.isError ? (
        <div className={classes.message}>
          <ErrorState
            error={table.error}
            title={t('table.failed')}
            onRetry={() => void table.refetch()}
            isRetrying={table.isFetching}
            actions={
              <Button component={AppLink} href={scopedHref('/explore')} variant="default">
                {t('noTable.action')}
              </Button>
            }
          />
        </div>
      ) : (
        <SkeletonTable rows={16} columns={6} />
      )}
    </div>
  );
}
