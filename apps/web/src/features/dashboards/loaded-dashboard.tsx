import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { id as idForm } from '@causeway/contract/route.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAddressId } from '#platform/navigation/address-id.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { dashboardQuery } from '#domain/dashboards/dashboards-query.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonCards } from '#ui/skeletons.tsx';

type Loaded = { project: Project; dashboard: Dashboard };

/** A page about the dashboard its address names. What is not there is said under a heading. */
export function LoadedDashboard({ children }: { children: (loaded: Loaded) => ReactNode }) {
  const { t } = useTranslation('dashboards');
  const id = useAddressId() ?? '';
  const { project } = useCurrentProject();
  const isId = idForm.safeParse(id).success;
  const dashboard = useQuery({
    ...dashboardQuery(project?.id ?? '', id),
    enabled: isId && project !== undefined,
  });
  if (isId && project && !(dashboard.isError && dashboard.data === undefined)) {
    return (
      <QueryView
        query={dashboard}
        skeleton={
          <PageFrame isWide>
            <SkeletonCards count={6} height={180} />
          </PageFrame>
        }
      >
        {(loaded) => children({ project, dashboard: loaded })}
      </QueryView>
    );
  }
  return (
    <PageFrame isWide>
      <PageHeader
        title={t('failed')}
        actions={
          <Button component={AppLink} href="/dashboards" variant="default">
            {t('toAll')}
          </Button>
        }
      />
      {dashboard.error ? (
        <ErrorState error={dashboard.error} onRetry={() => void dashboard.refetch()} />
      ) : (
        <p>{t('noSuchAddress')}</p>
      )}
    </PageFrame>
  );
}
