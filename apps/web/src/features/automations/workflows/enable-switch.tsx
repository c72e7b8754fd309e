import { workflowPublishingRoutes } from '@causeway/contract/automations/workflows.ts';
import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refreshWorkflows } from '#domain/workflows/refresh-workflows.ts';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import { StatusDot } from '#ui/status-dot.tsx';

type EnableSwitchProps = {
  projectId: string;
  workflow: { id: string; name: string; isEnabled: boolean; version: number | null };
  isReadOnly: boolean;
};

/** Whether its triggers start runs. What was never published has nothing to start. */
export function EnableSwitch({ projectId, workflow, isReadOnly }: EnableSwitchProps) {
  const { t } = useTranslation('automations');
  const { id: workflowId, name, isEnabled, version } = workflow;
  const change = useMutation({
    mutationFn: (next: boolean) => {
      const { enable, disable } = workflowPublishingRoutes;
      return api.call(next ? enable : disable, { params: { projectId, workflowId } });
    },
    onSettled: () => refreshWorkflows(projectId),
    onError: notifyError,
  });
  const isOn = change.isPending ? change.variables : isEnabled;
  const label = t(version === null ? 'table.unpublished' : isOn ? 'table.on' : 'table.off');
  if (isReadOnly)
    return <StatusDot tone={isOn && version !== null ? 'good' : 'idle'} label={label} />;
  return (
    <Switch
      size="sm"
      checked={isOn && version !== null}
      disabled={version === null}
      label={label}
      aria-label={t('table.enable', { name })}
      onChange={({ currentTarget: { checked } }) => change.mutate(checked)}
    />
  );
}
