import {
  type TemplateChoices,
  templateChoices,
  type TemplateKey,
  type TemplateNeed,
  templateNeeds,
} from '@causeway/contract/automations/template-choices.ts';
import { workflowRoutes } from '@causeway/contract/automations/workflows.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshWorkflows } from '#domain/workflows/refresh-workflows.ts';
import { workflowsQuery } from '#domain/workflows/workflows-query.ts';
import { tableQuery } from '#domain/connectors/catalog-query.ts';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { TemplateTable } from './template-table.tsx';
import classes from './templates.module.css';

type TemplateFormProps = { project: Project; template: TemplateKey; onBack: () => void };

/** The few things a template has to know; what else is left open is asked for in the editor. */
export function TemplateForm({ project, template, onBack }: TemplateFormProps) {
  const { t, i18n } = useTranslation('automations');
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const { email } = useCurrentUser();
  const needs: readonly TemplateNeed[] = templateNeeds[template];
  const databases = project.connectors.filter(({ implementation }) => implementation === 'sql');
  const buckets = project.connectors.filter(({ implementation }) => implementation === 's3');
  const [name, setName] = useState(() => t(`templates.name.${template}`));
  const [choices, setChoices] = useState<TemplateChoices>(() =>
    templateChoices.parse({
      databaseId: databases[0]?.id ?? null,
      bucketId: buckets[0]?.id ?? null,
      to: email,
      zone: project.settings.timeZone,
      language: i18n.language === 'de' ? 'de' : 'en',
    }),
  );
  const set = (change: Partial<TemplateChoices>) => setChoices({ ...choices, ...change });
  const { databaseId, schema, table } = choices;
  const details = useQuery({
    ...tableQuery({ projectId: project.id, connectorId: databaseId ?? '' }, { schema, table }),
    enabled: databaseId !== null && table !== '',
  });
  // Rows are known again by the table's own key, unless others were named.
  const own = details.data?.primaryKey?.columns ?? [];
  const keys = choices.keys.length > 0 ? choices.keys : own;
  const [isSent, setSent] = useState(false);
  // Without them it would be a draft that runs and always fails.
  const lacksTable = needs.includes('table') && databases.length > 0 && table === '';
  const lacksColumn = needs.includes('column') && table !== '' && choices.column === '';
  const create = useMutation({
    mutationFn: () =>
      api.call(workflowRoutes.create, {
        params: { projectId: project.id },
        body: { name, template, choices: { ...choices, keys } },
      }),
    onSuccess: ({ id }) => {
      void refreshWorkflows(project.id);
      openHref(scopedHref(`/automations/workflows/${id}`));
    },
  });
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setSent(true);
    if (name.trim() === '' || lacksTable || lacksColumn || create.isPending) return;
    create.mutate();
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t(`templates.line.${template}`)}</p>
      <TextInput
        data-autofocus
        label={t('create.name')}
        maxLength={160}
        value={name}
        error={name.trim() === '' && t('create.nameMissing')}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      {needs.includes('url') && (
        <TextInput
          label={t('templates.url')}
          placeholder="https://"
          value={choices.url}
          onChange={({ currentTarget: { value } }) => set({ url: value })}
        />
      )}
      {needs.includes('table') && (
        <TemplateTable
          project={project}
          databases={databases}
          needs={needs}
          choices={{ ...choices, keys }}
          missing={!isSent ? undefined : lacksTable ? 'table' : lacksColumn ? 'column' : undefined}
          columns={details.data?.columns.map((column) => column.name) ?? []}
          onChange={set}
        />
      )}
      {needs.includes('bucket') && (
        <NativeSelect
          label={t('templates.bucket')}
          value={choices.bucketId ?? ''}
          data={[
            ...(buckets.length === 0 ? [{ value: '', label: t('templates.noBucket') }] : []),
            ...buckets.map((one) => ({ value: one.id, label: one.name })),
          ]}
          onChange={({ currentTarget: { value } }) => set({ bucketId: value || null })}
        />
      )}
      {needs.includes('workflow') && (
        <WorkflowChoice
          project={project}
          value={choices.workflowId}
          onChange={(workflowId) => set({ workflowId })}
        />
      )}
      {needs.includes('to') && (
        <TextInput
          label={t('wizard.to')}
          description={t('templates.toLine')}
          value={choices.to}
          onChange={({ currentTarget: { value } }) => set({ to: value })}
        />
      )}
      {create.error && (
        <p className={classes.problem} role="alert">
          {errorText(create.error)}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onBack}>
          {t('templates.back')}
        </Button>
        <Button type="submit" loading={create.isPending || create.isSuccess}>
          {t('templates.submit')}
        </Button>
      </Group>
    </form>
  );
}

type WorkflowChoiceProps = {
  project: Project;
  value: string | null;
  onChange: (id: string | null) => void;
};

function WorkflowChoice({ project, value, onChange }: WorkflowChoiceProps) {
  const { t } = useTranslation('automations');
  const { data = [] } = useQuery(workflowsQuery(project.id));
  return (
    <NativeSelect
      label={t('templates.workflow')}
      value={value ?? ''}
      data={[
        { value: '', label: t('templates.later') },
        ...data.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={({ currentTarget: { value: next } }) => onChange(next || null)}
    />
  );
}
