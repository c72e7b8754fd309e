import { can } from '@causeway/contract/access.ts';
import type { Connector } from '@causeway/contract/connectors/connectors.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { SettingsTabs } from '#platform/navigation/settings-tabs.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { NoProjectState } from '#platform/navigation/no-project-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonCards } from '#ui/skeletons.tsx';
import { AddConnector } from './connection/add-connector.tsx';
import { emptyDraft } from './connection/connection-draft.ts';
import { ConnectorCard } from './connector-card.tsx';
import classes from './connectors-page.module.css';
import { connectorsQuery } from './connectors-query.ts';
import { kindIcons, type Kind } from './connection/kinds.ts';

export default function ConnectorsPage() {
  const { t } = useTranslation('connectors');
  const { project } = useCurrentProject();
  if (project) return <ProjectConnectors key={project.id} project={project} />;
  return (
    <PageFrame>
      <PageHeader title={t('title')} />
      <NoProjectState
        icon="building"
        title={t('noProject.title')}
        line={t('noProject.line')}
        action={t('noProject.action')}
      />
    </PageFrame>
  );
}

function ProjectConnectors({ project }: { project: Project }) {
  const { t } = useTranslation('connectors');
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const connectors = useQuery(connectorsQuery(project.id));
  const [draft, setDraft] = useState(emptyDraft);
  const mayManage = can(project.role, 'connectors.manage');
  const added = useAddedKind();
  const here = scopedHref('/settings/connectors');
  const addHref = (kind: Kind) => `${here}&add=${kind}`;
  const hasSome = (connectors.data?.length ?? 0) > 0;
  return (
    <PageFrame>
      <PageHeader
        title={t('title')}
        line={mayManage ? t('line') : t('lineForReaders')}
        actions={
          mayManage &&
          hasSome && (
            <Button component={AppLink} href={addHref('sql')} leftSection={<Icon name="plus" />}>
              {t('add.action')}
            </Button>
          )
        }
      />
      <SettingsTabs />
      <QueryView
        query={connectors}
        skeleton={<SkeletonCards height={112} />}
        empty={<NoConnectors addHref={mayManage ? addHref : undefined} />}
      >
        {(list) => (
          <ConnectorCards connectors={list} mayTest={can(project.role, 'connectors.test')} />
        )}
      </QueryView>
      {mayManage && added && (
        <AddConnector
          project={project}
          kind={added}
          draft={draft}
          onChange={setDraft}
          onKind={(kind) => openHref(addHref(kind), { replace: true })}
          onClose={() => openHref(here, { replace: true })}
        />
      )}
    </PageFrame>
  );
}

function ConnectorCards({ connectors, mayTest }: { connectors: Connector[]; mayTest: boolean }) {
  return (
    <div className={classes.cards}>
      {connectors.map((connector) => (
        <ConnectorCard key={connector.id} connector={connector} mayTest={mayTest} />
      ))}
    </div>
  );
}

function NoConnectors({ addHref }: { addHref: ((kind: Kind) => string) | undefined }) {
  const { t } = useTranslation('connectors');
  return (
    <EmptyState
      icon="plug"
      title={t('none.title')}
      line={addHref ? t('none.line') : t('none.lineForReaders')}
      action={
        addHref && (
          <Group gap="xs" justify="center">
            {(['sql', 's3'] as const).map((kind) => (
              <Button
                key={kind}
                component={AppLink}
                href={addHref(kind)}
                variant={kind === 'sql' ? 'filled' : 'default'}
                leftSection={<Icon name={kindIcons[kind]} />}
              >
                {t(`none.${kind}`)}
              </Button>
            ))}
          </Group>
        )
      }
      sample={
        addHref && (
          <code className={classes.sample}>postgres://reader:secret@db.example.com/shop</code>
        )
      }
    />
  );
}

function useAddedKind(): Kind | undefined {
  const { add } = useSearch({ strict: false }) as { add?: unknown };
  return add === 'sql' || add === 's3' ? add : undefined;
}
