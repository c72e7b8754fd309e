import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { healthQuery } from '#domain/intelligence/intelligence-query.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { useTableSource } from '../use-table-source.ts';
import classes from './table-health.module.css';

/** How many findings the table has, and the way to them; nothing where there are none. */
export function TableHealth() {
  const { t } = useTranslation('tables');
  const { projectId, connectorId, name } = useTableSource();
  const health = useQuery(healthQuery(projectId, connectorId));
  const found = health.data?.find(({ schema, table }) => {
    return schema === name.schema && table === name.table;
  });
  if (!found) return null;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      component={AppLink}
      href={`/intelligence?${new URLSearchParams({ table: name.table })}`}
      className={classes.health ?? ''}
      data-worst={found.worst}
      leftSection={<Icon name="sparkles" />}
    >
      {t('health.findings', { count: found.findings })}
    </Button>
  );
}
