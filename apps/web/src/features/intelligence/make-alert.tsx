import { alertRoutes } from '@causeway/contract/dashboards/alerts.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import type { Finding } from '@causeway/contract/intelligence/intelligence.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { Button, Menu } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dashboardsQuery, refreshDashboards } from '#domain/dashboards/dashboards-query.ts';
import { api } from '#platform/api/api.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { alertFor, type WatchedNumber } from './alert-for.ts';

type MakeAlertProps = { project: Project; finding: Finding; title: string };

const MOST_DASHBOARDS = 200;

/** A number tile that counts what the finding is about, and an alert for when there is more of it. */
export function MakeAlert({ project, finding, title }: MakeAlertProps) {
  const { t } = useTranslation('intelligence');
  const openHref = useOpenHref();
  const [isOpen, setIsOpen] = useState(false);
  const dashboards = useQuery({ ...dashboardsQuery(project.id), enabled: isOpen });
  const watched = alertFor(finding);
  const params = { projectId: project.id };
  const make = useMutation({
    mutationFn: async (given: { id: string } | undefined) => {
      if (!watched) return;
      const body = { name: t('alert.dashboard') };
      const { id } = given ?? (await api.call(dashboardRoutes.create, { params, body }));
      await watch(watched, { project, finding, title, dashboardId: id });
      await refreshDashboards(project.id);
      const { connectorId } = finding;
      openHref(`/dashboards/${id}?${new URLSearchParams({ ...params, connectorId })}`);
    },
    onError: notifyError,
  });
  if (!watched) return null;
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="bottom-start">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          loading={make.isPending}
          leftSection={<Icon name="bell" />}
          rightSection={<Icon name="chevronDown" />}
        >
          {t('alert.action')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('alert.where')}</Menu.Label>
        {dashboards.data?.slice(0, MOST_DASHBOARDS).map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => make.mutate({ id })}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="plus" />} onClick={() => make.mutate(undefined)}>
          {t('alert.newDashboard')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type Place = MakeAlertProps & { dashboardId: string };

async function watch(watched: WatchedNumber, place: Place): Promise<void> {
  const { project, finding, title, dashboardId } = place;
  const connector = { id: finding.connectorId };
  const { sql, every } = watched;
  const condition = watched.condition ?? (await moreThanNow(connector, sql));
  const name = title.slice(0, 160);
  const query = await api.call(queryRoutes.create, {
    body: { connector, name, sql, isShared: true },
  });
  const tile = { kind: 'number' as const, title: '', queryId: query.id, parameters: [] };
  const params = { projectId: project.id, dashboardId };
  const { tileId } = await api.call(dashboardRoutes.addTile, { params, body: { tile } });
  await api.call(alertRoutes.create, { params, body: { tileId, name, condition, every } });
}

async function moreThanNow(connector: { id: string }, sql: string) {
  const { rows } = await api.call(sqlRoutes.read, { body: { sql, connector, rowLimit: 1 } });
  const limit = Number(rows[0]?.[0] ?? 0);
  return { kind: 'threshold' as const, sign: 'above' as const, limit };
}
