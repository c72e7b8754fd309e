import { projectRoutes, RESTING_DAYS, type Project } from '@causeway/contract/projects.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { withProof } from '#domain/identity/ask-for-proof.ts';
import { tellLeft } from '#domain/workflows/tell-left.ts';
import { api } from '#platform/api/api.ts';
import { projectsQuery } from '#platform/current-project/projects-query.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { Refusal } from './transfer.tsx';

export function RemoveProject({ project }: { project: Project }) {
  const { t } = useTranslation('settings');
  const queryClient = useQueryClient();
  const openHref = useOpenHref();
  const remove = useMutation({
    mutationFn: () =>
      withProof(() => api.call(projectRoutes.remove, { params: { projectId: project.id } })),
    onSuccess: async ({ left }) => {
      void tellLeft(left);
      // Where it can be brought back.
      openHref('/account/workspaces', { replace: true });
      await queryClient.invalidateQueries(projectsQuery);
    },
  });
  async function ask() {
    const isSure = await confirmDialog({
      title: t('remove.question', { name: project.name }),
      lead: { text: t('remove.rests', { days: RESTING_DAYS }) },
      losses: [
        t('remove.connectors', { count: project.connectors.length }),
        t('remove.members'),
        t('remove.rest'),
      ],
      confirmLabel: t('remove.action'),
      typedName: project.name,
    });
    if (isSure) remove.mutate();
  }
  return (
    <div>
      <Button color="red" variant="light" loading={remove.isPending} onClick={() => void ask()}>
        {t('remove.action')}
      </Button>
      <Refusal error={remove.error} />
    </div>
  );
}
