import { writeDefinition } from '@causeway/contract/dashboards/definition.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '#domain/exports/save-from.ts';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import type { DashboardMenuEntryProps } from './dashboard-menu-entry.ts';

/** The dashboard and the SQL behind it as a file. */
export function DefinitionEntry({ project, dashboard }: DashboardMenuEntryProps) {
  const { t } = useTranslation('dashboards');

  async function save() {
    const params = { projectId: project.id, dashboardId: dashboard.id };
    const whole = await api.call(dashboardRoutes.show, { params });
    const queries = await Promise.all(
      whole.queries.flatMap((query) =>
        query.state === 'ready'
          ? [
              api.call(queryRoutes.show, {
                params: { queryId: query.id },
                query: { connector: { id: query.connectorId } },
              }),
            ]
          : [],
      ),
    );
    const listed = queries.map(({ id, name, description, sql, parameters }) => ({
      id,
      name,
      description,
      sql,
      parameters,
    }));
    const text = JSON.stringify(writeDefinition(whole, listed), undefined, 2);
    saveBlob(new Blob([text], { type: 'application/json' }), `${dashboard.name}.json`);
  }

  return (
    <Menu.Item leftSection={<Icon name="json" />} onClick={() => void save().catch(notifyError)}>
      {t('definition.save')}
    </Menu.Item>
  );
}
