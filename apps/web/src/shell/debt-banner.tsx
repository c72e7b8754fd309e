import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { standingQuery } from '#domain/billing/standing-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';

const DebtNotice = lazy(() => import('./debt-notice.tsx'));

/** SHELL-4: while there are no credits for the current project, on every page. */
export function DebtBanner() {
  const { project } = useCurrentProject();
  return project ? <ProjectDebt key={project.id} projectId={project.id} /> : null;
}

function ProjectDebt({ projectId }: { projectId: string }) {
  const { data: standing } = useQuery(standingQuery(projectId));
  if (!standing?.stop) return null;
  return (
    <Suspense>
      <DebtNotice standing={standing} />
    </Suspense>
  );
}
