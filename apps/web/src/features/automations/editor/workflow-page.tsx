import { can } from '@causeway/contract/access.ts';
import { id as idForm } from '@causeway/contract/route.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { workflowQuery } from '#domain/workflows/workflows-query.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useAddressId } from '#platform/navigation/address-id.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonCards } from '#ui/skeletons.tsx';
import { WorkflowEditor } from './workflow-editor.tsx';

/** The workflow its address names. What is not there is said under a heading. */
export default function WorkflowPage() {
  const { t } = useTranslation('editor');
  const id = useAddressId() ?? '';
  const { project } = useCurrentProject();
  const scopedHref = useScopedHref();
  const isId = idForm.safeParse(id).success;
  const workflow = useQuery({
    ...workflowQuery(project?.id ?? '', id),
    enabled: isId && project !== undefined,
  });
  if (isId && project && !(workflow.isError && workflow.data === undefined)) {
    return (
      <QueryView
        query={workflow}
        skeleton={
          <PageFrame isWide>
            <SkeletonCards count={1} height={480} />
          </PageFrame>
        }
      >
        {(loaded) => (
          <WorkflowEditor
            key={loaded.id}
            project={project}
            workflow={loaded}
            isReadOnly={!can(project.role, 'workflows.write')}
          />
        )}
      </QueryView>
    );
  }
  return (
    <PageFrame isWide>
      <PageHeader
        title={t('failed')}
        actions={
          <Button component={AppLink} href={scopedHref('/automations/workflows')} variant="default">
            {t('toAll')}
          </Button>
        }
      />
      {workflow.error ? (
        <ErrorState error={workflow.error} onRetry={() => void workflow.refetch()} />
      ) : (
        <p>{t('noSuchAddress')}</p>
      )}
    </PageFrame>
  );
}
