import { type ApiKey, apiKeyRoutes } from '@causeway/contract/api-keys.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { refreshKeys } from './followers.ts';
import { Problem } from './problem.tsx';

export function RevokeKey({ project, apiKey }: { project: Project; apiKey: ApiKey }) {
  const { t } = useTranslation('api-keys');
  const formats = useFormats();
  const revoke = useMutation({
    mutationFn: () =>
      api.call(apiKeyRoutes.revoke, { params: { projectId: project.id, keyId: apiKey.id } }),
    onSettled: () => refreshKeys(project.id),
  });
  async function ask() {
    const { lastUsedAt } = apiKey;
    const isSure = await confirmDialog({
      title: t('revoke.question', { name: apiKey.name }),
      lead: 'happens',
      losses: [
        lastUsedAt ? t('revoke.inUse', { when: formats.ago(lastUsedAt) }) : t('revoke.unused'),
        t('revoke.forGood'),
      ],
      confirmLabel: t('revoke.action'),
    });
    if (isSure) revoke.mutate();
  }
  return (
    <div>
      <Button color="red" variant="light" loading={revoke.isPending} onClick={() => void ask()}>
        {t('revoke.action')}
      </Button>
      <Problem error={revoke.error} />
    </div>
  );
}
