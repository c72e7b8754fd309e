import { definition as definitionForm } from '@causeway/contract/automations/definition.ts';
import { workflowRoutes } from '@causeway/contract/automations/workflows.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshWorkflows } from '#domain/workflows/workflows-query.ts';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { localZone } from '../local-zone.ts';
import classes from './workflows-page.module.css';

const starts = ['manual', 'schedule', 'interval', 'webhook'] as const;
type Start = (typeof starts)[number];

/** A name and what starts it; everything else is drawn in the editor. */
export function NewWorkflow({ project, onClose }: { project: Project; onClose: () => void }) {
  const { t } = useTranslation('automations');
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const [name, setName] = useState('');
  const [start, setStart] = useState<Start>('manual');
  const [isSent, setSent] = useState(false);
  const create = useMutation({
    mutationFn: () =>
      api.call(workflowRoutes.create, {
        params: { projectId: project.id },
        body: { name, definition: startWith(start) },
      }),
    onSuccess: ({ id }) => {
      void refreshWorkflows(project.id);
      openHref(scopedHref(`/automations/workflows/${id}`));
    },
  });
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setSent(true);
    if (name.trim() !== '' && !create.isPending) create.mutate();
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('create.action')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          data-autofocus
          label={t('create.name')}
          placeholder={t('create.namePlaceholder')}
          value={name}
          maxLength={160}
          error={isSent && name.trim() === '' && t('create.nameMissing')}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <NativeSelect
          label={t('create.start')}
          data={starts.map((value) => ({ value, label: t(`triggerKind.${value}`) }))}
          value={start}
          onChange={({ currentTarget: { value } }) => setStart(value as Start)}
        />
        {create.error && (
          <p className={classes.problem} role="alert">
            {errorText(create.error)}
          </p>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={create.isPending || create.isSuccess}>
            {t('create.submit')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function startWith(kind: Start) {
  const settings = {
    manual: {},
    schedule: { cron: '0 9 * * 1-5', zone: localZone() },
    interval: { seconds: 3_600 },
    webhook: {},
  }[kind];
  const trigger = { kind, id: 'start', position: { x: 0, y: 0 }, ...settings };
  return definitionForm.parse({ triggers: [trigger], nodes: [], edges: [] });
}
