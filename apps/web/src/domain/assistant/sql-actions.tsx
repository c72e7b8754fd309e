import { can } from '@causeway/contract/access.ts';
import { goldenRoutes } from '@causeway/contract/assistant/golden.ts';
import { definition } from '@causeway/contract/automations/definition.ts';
import { workflowRoutes } from '@causeway/contract/automations/workflows.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dashboardsQuery, refreshDashboards } from '#domain/dashboards/dashboards-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import classes from './sql-actions.module.css';
import { refreshGolden } from './golden-query.ts';
import { addEditorTab } from '#domain/queries/add-editor-tab.ts';
import { api } from '#platform/api/api.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { loadNotifications } from '#ui/notifications.ts';

/** As what the answer shows the result, and a tile of it would. */
export type Drawn = 'number' | 'chart' | 'table';

export type Statement = {
  projectId: string;
  connectorId: string;
  title: string;
  sql: string;
  drawn?: Drawn;
};

const MOST_DASHBOARDS = 200;

type SqlActionsProps = {
  statement: Statement;
  /** What it answers, where it can be verified as the answer. */
  question?: string | undefined;
};

/**
 * What can be made of a statement: a tab of the editor, a tile of a dashboard, a workflow. Its menu is
 * made when somebody wants it: a long thread has hundreds of statements that scroll by.
 */
export function SqlActions(props: SqlActionsProps) {
  const { t } = useTranslation('assistant');
  const [isWanted, setIsWanted] = useState(false);
  if (isWanted) return <SqlMenu {...props} />;
  return (
    <ActionIcon
      size={26}
      aria-label={t('sql.more')}
      aria-haspopup="menu"
      onClick={() => setIsWanted(true)}
    >
      <Icon name="more" />
    </ActionIcon>
  );
}

function SqlMenu({ statement, question }: SqlActionsProps) {
  const { t } = useTranslation('assistant');
  const openHref = useOpenHref();
  const [isOpen, setIsOpen] = useState(true);
  const { projectId, connectorId } = statement;
  const dashboards = useQuery({ ...dashboardsQuery(projectId), enabled: isOpen });
  const search = new URLSearchParams({ projectId, connectorId }).toString();
  const act = useMutation({
    mutationFn: (go: () => Promise<string>) => go(),
    onSuccess: (href) => openHref(href),
    onError: notifyError,
  });
  const { project } = useCurrentProject();
  const mayTeach = project?.id === projectId && can(project.role, 'assistant.teach');
  const verify = useMutation({
    mutationFn: (asked: string) =>
      api.call(goldenRoutes.create, {
        params: { projectId },
        body: { connectorId, question: asked.slice(0, 500), sql: statement.sql },
      }),
    onSuccess: async () => {
      const notifications = await loadNotifications();
      notifications.show({ message: t('sql.verified') });
      await refreshGolden(projectId);
    },
    onError: notifyError,
  });
  const open = async () => {
    const { title, sql } = statement;
    const tabId = await addEditorTab({ connectorId, title, sql, parameters: [] });
    return `/sql/editor?${search}&tab=${tabId}`;
  };
  // Opened before its last lines are there, it would move under the pointer when they come.
  return (
    <Menu opened={isOpen && !dashboards.isPending} onChange={setIsOpen} position="bottom-end">
      <Menu.Target>
        <ActionIcon size={26} aria-label={t('sql.more')} loading={act.isPending}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <Menu.Item leftSection={<Icon name="code" />} onClick={() => act.mutate(open)}>
          {t('sql.open')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="robot" />}
          onClick={() => act.mutate(() => automate(statement, search))}
        >
          {t('sql.automate')}
        </Menu.Item>
        {question !== undefined && mayTeach && (
          <Menu.Item leftSection={<Icon name="check" />} onClick={() => verify.mutate(question)}>
            {t('sql.verify')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>{t('sql.pin')}</Menu.Label>
        {dashboards.data?.slice(0, MOST_DASHBOARDS).map(({ id, name }) => (
          <Menu.Item
            key={id}
            leftSection={<Icon name="dashboard" />}
            onClick={() => act.mutate(() => pin(statement, id, search))}
          >
            {name}
          </Menu.Item>
        ))}
        {dashboards.data?.length === 0 && <Menu.Item disabled>{t('sql.noDashboard')}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}

async function pin(statement: Statement, dashboardId: string, search: string): Promise<string> {
  const { projectId, connectorId, title, sql, drawn = 'table' } = statement;
  const query = await api.call(queryRoutes.create, {
    body: { connector: { id: connectorId }, name: title.slice(0, 160), sql, isShared: true },
  });
  const shown = { title: '', queryId: query.id, parameters: [] };
  const tile =
    drawn === 'chart' ? { kind: drawn, ...shown, chart: null } : { kind: drawn, ...shown };
  await api.call(dashboardRoutes.addTile, { params: { projectId, dashboardId }, body: { tile } });
  await refreshDashboards(projectId);
  return `/dashboards/${dashboardId}?${search}`;
}

async function automate(statement: Statement, search: string): Promise<string> {
  const { projectId, connectorId, title, sql } = statement;
  const drafted = definition.parse({
    triggers: [{ kind: 'manual', id: 'start', position: { x: 0, y: 0 } }],
    nodes: [
      {
        kind: 'query',
        id: 'query',
        title: title.slice(0, 120),
        position: { x: 0, y: 120 },
        connectorId,
        sql,
      },
    ],
    edges: [{ from: 'start', port: 'out', to: 'query' }],
  });
  const { id } = await api.call(workflowRoutes.create, {
    params: { projectId },
    body: { name: title.slice(0, 160), definition: drafted },
  });
  return `/automations/workflows/${id}?${search}`;
}
