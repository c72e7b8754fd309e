import { can } from '@causeway/contract/access.ts';
import { workflowRoutes } from '@causeway/contract/automations/workflows.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshWorkflows } from '#domain/workflows/refresh-workflows.ts';
import { api } from '#platform/api/api.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { FormSection } from '#ui/form-section.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { WholeNumberInput } from '#ui/whole-number-input.tsx';
import { SqlBox } from '../editor/fields/code-box.tsx';
import { NoProject } from '../no-project.tsx';
import { useTriggerWords } from '../use-trigger-words.ts';
import { buildDefinition, type Wish } from './build-definition.ts';
import { forgetWish, keepWish, readKeptWish } from './kept-wish.ts';
import { FoundRows } from './found-rows.tsx';
import { WizardTest } from './wizard-test.tsx';
import classes from './wizard.module.css';

export default function WorkflowWizardPage() {
  const { t } = useTranslation('automations');
  const { project } = useCurrentProject();
  if (!project) return <NoProject title={t('wizard.title')} />;
  if (can(project.role, 'workflows.write')) return <Wizard key={project.id} project={project} />;
  return (
    <PageFrame>
      <PageHeader title={t('wizard.title')} />
      <EmptyState icon="lock" title={t('wizard.mayNot')} line={t('wizard.mayNotLine')} />
    </PageFrame>
  );
}

const plans = ['0 9 * * 1-5', '0 9 * * *', '0 * * * *', '0 9 * * 1', '0 9 1 * *'];

/** "When …, then …, tell me by …": three answers, real rows to see, and a draft like any other. */
function Wizard({ project }: { project: Project }) {
  const { t } = useTranslation('automations');
  const { id: userId, email } = useCurrentUser();
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const triggerWords = useTriggerWords();
  const databases = project.connectors.filter(({ implementation }) => implementation === 'sql');
  const keptFor = `${userId}.${project.id}`;
  const [kept] = useState(() => readKeptWish(keptFor));
  const [isSent, setSent] = useState(false);
  const [name, setName] = useState(kept?.name ?? '');
  const [wish, setWish] = useState<Wish>(() => ({
    when: 'schedule',
    cron: plans[0] ?? '',
    zone: project.settings.timeZone,
    minutes: 60,
    connectorId: databases[0]?.id ?? '',
    sql: '',
    onlyWithRows: true,
    tellBy: 'mail',
    to: email,
    subject: t('wizard.subject'),
    text: t('wizard.text', { count: '{{ steps.find.output.rowCount }}' as never }),
    ...kept?.wish,
  }));
  useEffect(() => keepWish(keptFor, { name, wish }), [keptFor, name, wish]);
  // On what is there by then: an editor of code tells of a letter before its page was drawn again.
  const set = (change: Partial<Wish>) => setWish((before) => ({ ...before, ...change }));
  const create = useMutation({
    mutationFn: () =>
      api.call(workflowRoutes.create, {
        params: { projectId: project.id },
        body: { name, definition: buildDefinition(wish) },
      }),
    onSuccess: ({ id }) => {
      forgetWish(keptFor);
      void refreshWorkflows(project.id);
      openHref(scopedHref(`/automations/workflows/${id}`));
    },
  });
  const lacksName = name.trim() === '';
  const lacksQuery = wish.sql.trim() === '' || wish.connectorId === '';
  function submit() {
    setSent(true);
    if (!lacksName && !lacksQuery) create.mutate();
  }
  return (
    <PageFrame>
      <PageHeader title={t('wizard.title')} line={t('wizard.line')} />
      <FormSection title={t('wizard.when')} line={t('wizard.whenLine')}>
        <NativeSelect
          label={t('create.start')}
          value={wish.when}
          data={(['schedule', 'interval', 'webhook', 'manual'] as const).map((value) => ({
            value,
            label: t(`triggerKind.${value}`),
          }))}
          onChange={({ currentTarget: { value } }) => set({ when: value as Wish['when'] })}
        />
        {wish.when === 'schedule' && (
          <NativeSelect
            label={t('wizard.plan')}
            value={wish.cron}
            data={plans.map((value) => ({
              value,
              label: triggerWords(buildDefinition({ ...wish, cron: value }).triggers[0] as never),
            }))}
            onChange={({ currentTarget: { value } }) => set({ cron: value })}
          />
        )}
        {wish.when === 'interval' && (
          <WholeNumberInput
            label={t('wizard.minutes')}
            min={1}
            max={43_200}
            value={wish.minutes}
            onChange={(minutes) => set({ minutes })}
          />
        )}
      </FormSection>
      <FormSection title={t('wizard.then')} line={t('wizard.thenLine')}>
        <NativeSelect
          label={t('wizard.database')}
          value={wish.connectorId}
          data={databases.map((one) => ({ value: one.id, label: one.name }))}
          onChange={({ currentTarget: { value } }) => set({ connectorId: value })}
        />
        <SqlBox
          label={t('wizard.sql')}
          hint={t('wizard.sqlHint')}
          error={isSent && lacksQuery ? t('wizard.sqlMissing') : undefined}
          connectorId={wish.connectorId}
          text={wish.sql}
          onText={(sql) => set({ sql })}
        />
        <FoundRows
          key={`${wish.connectorId} ${wish.sql}`}
          connectorId={wish.connectorId}
          sql={wish.sql}
        />
        <Checkbox
          label={t('wizard.onlyWithRows')}
          checked={wish.onlyWithRows}
          onChange={({ currentTarget: { checked } }) => set({ onlyWithRows: checked })}
        />
      </FormSection>
      <FormSection title={t('wizard.tell')} line={t('wizard.tellLine')}>
        <NativeSelect
          label={t('wizard.by')}
          value={wish.tellBy}
          data={[
            { value: 'mail', label: t('nodeKind.mail') },
            { value: 'notify', label: t('nodeKind.notify') },
            ...(wish.when === 'webhook'
              ? [{ value: 'respond', label: t('nodeKind.respond') }]
              : []),
          ]}
          onChange={({ currentTarget: { value } }) => set({ tellBy: value as Wish['tellBy'] })}
        />
        {wish.tellBy === 'mail' && (
          <>
            <TextInput
              label={t('wizard.to')}
              value={wish.to}
              onChange={({ currentTarget: { value } }) => set({ to: value })}
            />
            <TextInput
              label={t('wizard.subjectLabel')}
              value={wish.subject}
              onChange={({ currentTarget: { value } }) => set({ subject: value })}
            />
          </>
        )}
        {wish.tellBy !== 'respond' && (
          <Textarea
            label={t('wizard.textLabel')}
            autosize
            minRows={2}
            value={wish.text}
            onChange={({ currentTarget: { value } }) => set({ text: value })}
          />
        )}
        <TextInput
          label={t('create.name')}
          placeholder={t('create.namePlaceholder')}
          maxLength={160}
          value={name}
          error={isSent && lacksName && t('create.nameMissing')}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <WizardTest
          key={JSON.stringify(wish)}
          projectId={project.id}
          definition={buildDefinition(wish)}
          isReady={!lacksQuery}
        />
        {create.error && (
          <p className={classes.problem} role="alert">
            {errorText(create.error)}
          </p>
        )}
        <div>
          <Button loading={create.isPending || create.isSuccess} onClick={submit}>
            {t('wizard.submit')}
          </Button>
        </div>
      </FormSection>
    </PageFrame>
  );
}
