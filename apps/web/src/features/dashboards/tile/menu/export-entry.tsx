import { Menu } from '@mantine/core';
import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { useTranslation } from 'react-i18next';
import { ExportOnDemand } from '#domain/exports/export-on-demand.tsx';
import { api } from '#platform/api/api.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { tileStatement } from '../tile-statement.ts';
import type { TileMenuEntryProps } from './tile-menu-entry.ts';

/** All rows, as CSV, Excel, JSON or Parquet, whatever the tile had room for. */
export function ExportEntry({ title, query, parameters, where, rows, show }: TileMenuEntryProps) {
  const { t } = useTranslation('dashboards');
  const { project } = useCurrentProject();
  const connector = project?.connectors.find(({ id }) => id === query.connectorId);
  if (!rows.data || connector?.implementation !== 'sql') return null;

  async function open() {
    const saved = await api.call(queryRoutes.show, {
      params: { queryId: query.id },
      query: { connector: { id: query.connectorId } },
    });
    const sql = tileStatement(saved, { parameters, where });
    show((close) => (
      <ExportOnDemand
        connectorId={query.connectorId}
        subject={{ kind: 'query', sql, title, isInProjectZone: true }}
        onClose={close}
      />
    ));
  }

  return (
    <Menu.Item
      leftSection={<Icon name="download" />}
      onClick={() => void open().catch(notifyError)}
    >
      {t('tile.export')}
    </Menu.Item>
  );
}
