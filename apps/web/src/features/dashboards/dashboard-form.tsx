import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { refreshDashboards } from '#domain/dashboards/dashboards-query.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import classes from './dashboard-form.module.css';

type DashboardFormProps = {
  project: Project;
  /** Undefined for a new one, which is opened to be filled once it is made. */
  dashboard?: { id: string; name: string; description: string; folder: string; version: number };
  onDone?: () => void;
};

type DashboardDialogProps = Omit<DashboardFormProps, 'onDone'> & { onClose: () => void };

export function DashboardDialog({ project, dashboard, onClose }: DashboardDialogProps) {
  const { t } = useTranslation('dashboards');
  const guard = useTypedGuard(onClose);
  return (
    <Modal
      opened
      {...guard}
      title={t(dashboard ? 'rename' : 'create')}
      size={460}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <DashboardForm project={project} {...(dashboard && { dashboard })} onDone={onClose} />
    </Modal>
  );
}

export function DashboardForm({ project, dashboard, onDone }: DashboardFormProps) {
  const { t } = useTranslation('dashboards');
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const [name, setName] = useState(dashboard?.name ?? '');
  const [description, setDescription] = useState(dashboard?.description ?? '');
  const [folder, setFolder] = useState(dashboard?.folder ?? '');
  const projectId = project.id;

  const save = useMutation({
    mutationFn: () =>
      dashboard
        ? api.call(dashboardRoutes.update, {
            params: { projectId, dashboardId: dashboard.id },
            body: { version: dashboard.version, name, description, folder },
          })
        : api.call(dashboardRoutes.create, {
            params: { projectId },
            body: { name, description, folder },
          }),
    onSuccess: async ({ id }) => {
      await refreshDashboards(projectId);
      onDone?.();
      if (!dashboard) openHref(scopedHref(`/dashboards/customize/${id}`));
    },
  });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    save.mutate();
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={t('name')}
          value={name}
          required
          maxLength={160}
          data-autofocus
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Textarea
          label={t('description')}
          value={description}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          onChange={({ currentTarget: { value } }) => setDescription(value)}
        />
        <TextInput
          label={t('list.folder')}
          description={t('list.folderHint')}
          value={folder}
          maxLength={300}
          onChange={({ currentTarget: { value } }) => setFolder(value)}
        />
        {save.error && <p className={classes.error}>{errorText(save.error)}</p>}
        <Group justify="flex-end" gap="xs">
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            {t(dashboard ? 'save' : 'create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
