import { definition as definitionForm } from '@causeway/contract/automations/definition.ts';
import type { TemplateKey } from '@causeway/contract/automations/template-choices.ts';
import { workflowRoutes } from '@causeway/contract/automations/workflows.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { triggerKinds } from '#domain/workflows/kinds.ts';
import { refreshWorkflows } from '#domain/workflows/refresh-workflows.ts';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { TemplateForm } from '../templates/template-form.tsx';
import { TemplateList } from '../templates/template-list.tsx';
import templateClasses from '../templates/templates.module.css';
import classes from './workflows-page.module.css';

type Start = (typeof triggerKinds)[number];
type NewWorkflowProps = {
  project: Project;
  /** The template it opens with. */
  template?: TemplateKey | undefined;
  onClose: () => void;
};

/** A name and what starts it, or a template; everything else is drawn in the editor. */
export function NewWorkflow({ project, template, onClose }: NewWorkflowProps) {
  const { t } = useTranslation('automations');
  const [picked, pick] = useState(template);
  const guard = useTypedGuard(onClose);
  return (
    <Modal
      opened
      {...guard}
      size={picked ? 560 : 860}
      title={picked ? t(`templates.name.${picked}`) : t('create.action')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {picked ? (
        <TemplateForm
          key={picked}
          project={project}
          template={picked}
          onBack={() => (template ? onClose() : pick(undefined))}
        />
      ) : (
        <div className={templateClasses.ways}>
          <Blank project={project} onClose={onClose} />
          <section>
            <h3 className={templateClasses.heading}>{t('templates.or')}</h3>
            <TemplateList onPick={pick} />
          </section>
        </div>
      )}
    </Modal>
  );
}

function Blank({ project, onClose }: { project: Project; onClose: () => void }) {
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
        body: { name, definition: startWith(start, project.settings.timeZone) },
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
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.pair}>
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
          data={triggerKinds.map((value) => ({ value, label: t(`triggerKind.${value}`) }))}
          value={start}
          onChange={({ currentTarget: { value } }) => setStart(value as Start)}
        />
      </div>
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
  );
}

function startWith(kind: Start, zone: string) {
  const settings = {
    manual: {},
    schedule: { cron: '0 9 * * 1-5', zone },
    interval: { seconds: 3_600 },
    webhook: {},
    rows: { connectorId: null },
    objects: { connectorId: null, below: true },
    workflow: { workflowId: null },
    alert: { dashboardId: null },
  }[kind];
  const trigger = { kind, id: 'start', position: { x: 0, y: 0 }, ...settings };
  return definitionForm.parse({ triggers: [trigger], nodes: [], edges: [] });
}
