import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { standingQuery } from '#domain/billing/standing-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { loadTexts } from '#platform/i18n/i18n.ts';

const DebtNotice = lazy(async () => {
  const [notice] = await Promise.all([import('#domain/debt/debt-notice.tsx'), loadTexts(['debt'])]);
  return notice;
});

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
