import { workflowPublishingRoutes } from '@causeway/contract/automations/workflows.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { workflowQuery } from '#domain/workflows/workflows-query.ts';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { useEditor } from '../editor-context.ts';

/** A new address for the webhook: whoever has the old one can start nothing any more. */
export function RenewHook() {
  const { t } = useTranslation('editor');
  const { projectId, workflowId, isReadOnly } = useEditor();
  const queryClient = useQueryClient();
  const renew = useMutation({
    mutationFn: () =>
      api.call(workflowPublishingRoutes.renewHook, { params: { projectId, workflowId } }),
    onSuccess: ({ hookUrl }) =>
      queryClient.setQueryData(
        workflowQuery(projectId, workflowId).queryKey,
        (before) => before && { ...before, hookUrl },
      ),
    onError: notifyError,
  });
  if (isReadOnly) return null;
  async function ask() {
    const isSure = await confirmDialog({
      title: t('hook.renewTitle'),
      losses: [t('hook.renewLine')],
      confirmLabel: t('hook.renew'),
    });
    if (isSure) renew.mutate();
  }
  return (
    <div>
      <Button
        size="compact-sm"
        variant="default"
        loading={renew.isPending}
        onClick={() => void ask()}
      >
        {t('hook.renew')}
      </Button>
    </div>
  );
}
