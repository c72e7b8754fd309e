import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ToConnector } from '#domain/connectors/to-connector.tsx';
import { errorText } from '#platform/i18n/error-text.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import classes from '../table/table-view-page.module.css';
import type { TableView } from '@causeway/contract/tables/view.ts';
import type { useRows } from './use-rows.ts';

type RowsStateProps = {
  query: ReturnType<typeof useRows>['query'];
  /** Rows of the database, and new ones that are not there yet. */
  rowCount: number;
  /** What is staged for rows has not arrived: until then nobody could type into them. */
  isAwaited: boolean;
  view: TableView;
  /** Whether what shows the rows begins with the columns, which are of use without rows as well. */
  hasHeads: boolean;
  /** What to do about an empty table. */
  start: ReactNode;
  onClear: () => void;
  children: ReactNode;
};

/** What stands in place of rows; the filters above it stay as they are. */
export function RowsState(props: RowsStateProps) {
  const { query, rowCount, isAwaited, view, hasHeads, start, onClear, children } = props;
  const { t } = useTranslation('tables');
  const isFiltered = view.filters.length > 0 || view.where !== '';
  const clear = (
    <Button variant="default" onClick={onClear}>
      {t('filter.clear')}
    </Button>
  );
  if (query.isError && isFiltered && rowCount > 0) {
    return (
      <div className={classes.refused}>
        <div className={classes.refusal} role="alert">
          <Icon name="error" size={16} />
          <span className={classes.reason}>
            {errorText(query.error)} <span>{t('rows.before')}</span>
          </span>
          <Button variant="default" size="compact-xs" onClick={onClear}>
            {t('filter.clear')}
          </Button>
        </div>
        <div className={classes.kept}>{children}</div>
      </div>
    );
  }
  if (query.isError) {
    return (
      <div className={classes.message}>
        <ErrorState
          error={query.error}
          title={t('rows.failed')}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
          actions={
            <>
              <ToConnector error={query.error} />
              {isFiltered && clear}
            </>
          }
        />
      </div>
    );
  }
  if (!query.data || isAwaited) return <SkeletonTable rows={16} columns={6} />;
  if (rowCount > 0) return children;
  const message = (
    <div className={classes.message}>
      {isFiltered ? (
        <EmptyState
          icon="filter"
          title={t('rows.noMatch')}
          line={t('rows.noMatchLine')}
          action={clear}
        />
      ) : (
        <EmptyState
          icon="table"
          title={t('rows.none')}
          line={t('rows.noneLine')}
          action={start ?? undefined}
        />
      )}
    </div>
  );
  if (!hasHeads) return message;
  return (
    <>
      {children}
      <div className={classes.underHeads}>{message}</div>
    </>
  );
}
