import { can } from '@causeway/contract/access.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useAddressId } from '#platform/navigation/address-id.ts';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjects } from '#platform/current-project/projects-query.ts';
import { useProjectHref } from '#platform/current-project/use-current-project.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { ColumnsTab } from './tables/columns-tab.tsx';
import { ConnectionTab } from './connection/connection-tab.tsx';
import classes from './connector-page.module.css';
import { connectorsQuery } from './connectors-query.ts';
import { FoldersTab } from './folders-tab.tsx';
import { destinationOf, type Kind } from './connection/kinds.ts';
import { SafetyTab } from './safety/safety-tab.tsx';
import type { TabProps } from './tab-props.ts';
import { TablesTab } from './tables/tables-tab.tsx';

const tabsOf: Record<Kind, Record<string, ComponentType<TabProps>>> = {
  sql: { connection: ConnectionTab, tables: TablesTab, columns: ColumnsTab, safety: SafetyTab },
  s3: { connection: ConnectionTab, folders: FoldersTab },
};

export default function ConnectorPage() {
  const id = useAddressId() ?? '';
  const projects = useProjects();
  const project = projects.find(({ connectors }) => connectors.some((one) => one.id === id));
  if (!project) return <Unknown />;
  return <ProjectConnector key={id} project={project} id={id} />;
}

function ProjectConnector({ project, id }: { project: Project; id: string }) {
  const { t } = useTranslation('connectors');
  const projectHref = useProjectHref();
  const connectors = useQuery(connectorsQuery(project.id));
  const name = project.connectors.find((one) => one.id === id)?.name ?? '';
  const connector = connectors.data?.find((one) => one.id === id);
  const mayManage = can(project.role, 'connectors.manage');
  return (
    <PageFrame>
      <AppLink className={classes.back} href={projectHref('/settings/connectors', project)}>
        <Icon name="arrowLeft" size={14} />
        {t('title')}
      </AppLink>
      <PageHeader
        title={connector?.name ?? name}
        line={connector && <span className={classes.destination}>{destinationOf(connector)}</span>}
        actions={
          <Button
            component={AppLink}
            variant="default"
            leftSection={<Icon name="database" />}
            href={`/explore?${new URLSearchParams({ projectId: project.id, connectorId: id })}`}
          >
            {t('explore')}
          </Button>
        }
      />
      {!mayManage && (
        <p className={classes.reason}>
          <Icon name="lock" />
          {t('readers.reason', { role: t(`roles.${project.role}`) })}
        </p>
      )}
      <QueryView query={connectors} skeleton={<SkeletonLines count={8} />}>
        {() =>
          connector && (
            <ConnectorTabs
              connector={connector}
              mayManage={mayManage}
              mayTest={can(project.role, 'connectors.test')}
            />
          )
        }
      </QueryView>
    </PageFrame>
  );
}

function ConnectorTabs(props: TabProps) {
  const { t } = useTranslation('connectors');
  const openHref = useOpenHref();
  const { id, implementation } = props.connector;
  const tabs = tabsOf[implementation];
  const { tab = '' } = useSearch({ strict: false }) as { tab?: string };
  const current = Object.hasOwn(tabs, tab) ? tab : 'connection';
  return (
    <Tabs
      value={current}
      onChange={(next) => openHref(`/settings/connectors/${id}?tab=${next}`, { replace: true })}
      keepMounted={false}
      classNames={{ list: classes.tabs, tab: classes.tab }}
    >
      <Tabs.List aria-label={t('tabs.label')}>
        {Object.keys(tabs).map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(tabs).map(([name, Content]) => (
        <Tabs.Panel key={name} value={name}>
          <Content {...props} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Unknown() {
  const { t } = useTranslation('connectors');
  return (
    <PageFrame>
      <PageHeader title={t('title')} />
      <EmptyState
        icon="plug"
        title={t('unknown.title')}
        line={t('unknown.line')}
        action={
          <Button component={AppLink} href="/settings/connectors" variant="default">
            {t('unknown.action')}
          </Button>
        }
      />
    </PageFrame>
  );
}
