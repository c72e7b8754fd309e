import { isErrorBody } from '#platform/api/client.ts';
import { settingsNameOf } from '@causeway/contract/tables/names.ts';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ToConnector } from '#domain/connectors/to-connector.tsx';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import type { TableName } from '../table-name.ts';

/** Why a table is not on screen: there is none of that name, or the database did not answer. */
export function MissingTable({ name, query }: { name: TableName; query: UseQueryResult }) {
  const { t } = useTranslation('tables');
  const scopedHref = useScopedHref();
  const allTables = (
    <Button component={AppLink} href={scopedHref('/explore')} variant="default">
      {t('noTable.action')}
    </Button>
  );
  if (isErrorBody(query.error) && query.error.code === 'E_TABLE_NOT_FOUND') {
    return (
      <EmptyState
        icon="table"
        title={t('noTable.missing', { name: settingsNameOf(name) })}
        line={t('noTable.missingLine')}
        action={allTables}
      />
    );
  }
  return (
    <ErrorState
      error={query.error}
      title={t('table.failed')}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
      actions={
        <>
          <ToConnector error={query.error} />
          {allTables}
        </>
      }
    />
  );
}
