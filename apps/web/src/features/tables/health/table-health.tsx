import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { healthQuery } from '#domain/intelligence/intelligence-query.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { useTableSource } from '../use-table-source.ts';
import classes from './table-health.module.css';

/**
 * How many findings the table has, and the way to them; nothing where there are none. It is known after
 * the rows: it stands where there is room for it, and moves no tool.
 */
export default function TableHealth() {
  const { t } = useTranslation('tables');
  const { projectId, connectorId, name } = useTableSource();
  const health = useQuery(healthQuery(projectId, connectorId));
  const found = health.data?.find(({ schema, table }) => {
    return schema === name.schema && table === name.table;
  });
  if (!found) return null;
  return (
    <AppLink
      href={`/intelligence?${new URLSearchParams({ table: name.table })}`}
      className={classes.health}
      data-worst={found.worst}
    >
      <Icon name="sparkles" size={13} />
      {t('health.findings', { count: found.findings })}
    </AppLink>
  );
}
