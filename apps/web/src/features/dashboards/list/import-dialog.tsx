import {
  readDefinedFilters,
  readTiles,
  type DashboardDefinition,
} from '@causeway/contract/dashboards/definition.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { Button, Group, Modal, NativeSelect, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshDashboards } from '#domain/dashboards/dashboards-query.ts';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import classes from './import-dialog.module.css';

type ImportDialogProps = {
  project: Project;
  definition: DashboardDefinition;
  onClose: () => void;
};

/** What a file would make here: its SQL is read by somebody before it is saved. */
export default function ImportDialog({ project, definition, onClose }: ImportDialogProps) {
  const { t } = useTranslation('dashboards');
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const { connectors } = project;
  const [connectorId, setConnectorId] = useState(
    connectors.find(({ implementation }) => implementation === 'sql')?.id ?? '',
  );
  const { name, description, tabs, settings, queries } = definition;
  const make = useMutation({
    mutationFn: async () => {
      const ids = new Map<string, string>();
      for (const query of queries) {
        const saved = await api.call(queryRoutes.create, {
          body: { connector: { id: connectorId }, ...query, folder: name, isShared: true },
        });
        ids.set(query.name, saved.id);
      }
      const tiles = readTiles(definition, (query) => ids.get(query));
      const filters = readDefinedFilters(definition, (query) => ids.get(query));
      return api.call(dashboardRoutes.create, {
        params: { projectId: project.id },
        body: { name, description, filters, tabs, settings, tiles },
      });
    },
    onSuccess: async ({ id }) => {
      await refreshDashboards(project.id);
      openHref(scopedHref(`/dashboards/customize/${id}`));
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('definition.title', { name })}
      size={640}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="sm">
        <p className={classes.line}>{t('definition.line', { count: queries.length })}</p>
        <NativeSelect
          label={t('definition.connector')}
          value={connectorId}
          data={connectors.map((one) => ({ value: one.id, label: one.name }))}
          onChange={({ currentTarget: { value } }) => setConnectorId(value)}
        />
        <ul className={classes.queries}>
          {queries.map((query) => (
            <li key={query.name}>
              <details>
                <summary>{query.name}</summary>
                <pre>{query.sql}</pre>
              </details>
            </li>
          ))}
        </ul>
        {make.error && <p className={classes.error}>{errorText(make.error)}</p>}
        <Group justify="flex-end">
          <Button loading={make.isPending} disabled={!connectorId} onClick={() => make.mutate()}>
            {t('create')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
