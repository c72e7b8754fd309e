import type { Project } from '@causeway/contract/projects.ts';
import { usageRoutes } from '@causeway/contract/billing/usage.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { projectUsageQuery } from '#domain/billing/billing-query.ts';
import { api } from '#platform/api/api.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { SettingsTabs } from '#platform/navigation/settings-tabs.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Payer } from './payer.tsx';
import { ProjectCap } from './project-cap.tsx';
import { UsageView } from './usage-view.tsx';
import { useMonth } from './use-month.ts';

export default function ProjectUsagePage() {
  const { t } = useTranslation('billing');
  const { project } = useCurrentProject();
  if (project) return <ProjectUsage key={project.id} project={project} />;
  return (
    <PageFrame>
      <PageHeader title={t('usage.title')} />
      <EmptyState icon="gauge" title={t('usage.noProject')} line={t('usage.noProjectLine')} />
    </PageFrame>
  );
}

function ProjectUsage({ project }: { project: Project }) {
  const { t } = useTranslation('billing');
  const month = useMonth();
  const scopedHref = useScopedHref();
  const usage = useQuery(projectUsageQuery(project.id, month.month));
  const params = { projectId: project.id };
  return (
    <PageFrame isWide>
      <PageHeader
        title={t('usage.title')}
        line={t('usage.projectLine', { project: project.name })}
      />
      <SettingsTabs />
      <Payer project={project} />
      <ProjectCap projectId={project.id} />
      <UsageView
        query={usage}
        month={month}
        hrefOf={(next) => `${scopedHref('/settings/usage')}&month=${next}`}
        save={() => api.file(usageRoutes.projectFile, { params, query: { month: month.month } })}
      />
    </PageFrame>
  );
}
