import type { KeyWithSecret } from '@causeway/contract/api-keys.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { SettingsTabs } from '#platform/navigation/settings-tabs.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { keysQuery } from './keys-query.ts';
import { KeyTable } from './key-table.tsx';
import { NewKey } from './new-key.tsx';
import { ShownSecret } from './shown-secret.tsx';

export default function ApiKeysPage() {
  const { t } = useTranslation('api-keys');
  const { project } = useCurrentProject();
  if (project) return <ProjectKeys key={project.id} project={project} />;
  return (
    <PageFrame>
      <PageHeader title={t('title')} />
      <EmptyState icon="key" title={t('noProject.title')} line={t('noProject.line')} />
    </PageFrame>
  );
}

function ProjectKeys({ project }: { project: Project }) {
  const { t } = useTranslation('api-keys');
  const keys = useQuery(keysQuery(project.id));
  const openHref = useOpenHref();
  const here = useScopedHref()('/settings/api-keys');
  const { add } = useSearch({ strict: false }) as { add?: unknown };
  const [made, setMade] = useState<KeyWithSecret>();
  const newKey = (
    <Button component={AppLink} href={`${here}&add=key`} leftSection={<Icon name="plus" />}>
      {t('new.action')}
    </Button>
  );
  return (
    <PageFrame isWide>
      <PageHeader
        title={t('title')}
        line={t('line')}
        actions={(keys.data?.length ?? 0) > 0 && newKey}
      />
      <SettingsTabs />
      <QueryView
        query={keys}
        skeleton={<SkeletonTable rows={4} columns={6} />}
        empty={
          <EmptyState icon="key" title={t('none.title')} line={t('none.line')} action={newKey} />
        }
      >
        {(list) => <KeyTable project={project} keys={list} />}
      </QueryView>
      {add !== undefined && !made && (
        <NewKey
          project={project}
          onMade={setMade}
          onClose={() => openHref(here, { replace: true })}
        />
      )}
      {made && (
        <ShownSecret
          project={project}
          made={made}
          onClose={() => {
            setMade(undefined);
            openHref(here, { replace: true });
          }}
        />
      )}
    </PageFrame>
  );
}
