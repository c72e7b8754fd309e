import { workflowRoutes } from '@causeway/contract/automations/workflows.ts';
import { Button, Group, Modal, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshWorkflows } from '#domain/workflows/refresh-workflows.ts';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import classes from './workflows-page.module.css';

type RenameWorkflowProps = {
  projectId: string;
  workflow: { id: string; name: string; description: string };
  onClose: () => void;
};

export function RenameWorkflow({ projectId, workflow, onClose }: RenameWorkflowProps) {
  const { t } = useTranslation('automations');
  const [name, setName] = useState(workflow.name);
  const [description, setDescription] = useState(workflow.description);
  const rename = useMutation({
    mutationFn: () =>
      api.call(workflowRoutes.rename, {
        params: { projectId, workflowId: workflow.id },
        body: { name, description },
      }),
    onSuccess: async () => {
      await refreshWorkflows(projectId);
      onClose();
    },
  });
  const isTyped = name !== workflow.name || description !== workflow.description;
  const guard = useTypedGuard(onClose, isTyped);
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (name.trim() !== '' && !rename.isPending) rename.mutate();
  }
  return (
    <Modal
      opened
      {...guard}
      title={t('rename.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          data-autofocus
          label={t('create.name')}
          value={name}
          maxLength={160}
          error={name.trim() === '' && t('create.nameMissing')}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Textarea
          label={t('rename.description')}
          value={description}
          maxLength={2000}
          autosize
          minRows={2}
          onChange={({ currentTarget: { value } }) => setDescription(value)}
        />
        {rename.error && (
          <p className={classes.problem} role="alert">
            {errorText(rename.error)}
          </p>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={rename.isPending}>
            {t('save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
