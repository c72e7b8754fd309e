import { can } from '@causeway/contract/access.ts';
import { projectRoutes, type Project } from '@causeway/contract/projects.ts';
import { uiLanguages, type UiLanguage } from '@causeway/contract/settings.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { projectsQuery } from '#platform/current-project/projects-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { SettingsTabs } from '#platform/navigation/settings-tabs.tsx';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { FormSection } from '#ui/form-section.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { NoProject } from './no-project.tsx';
import classes from './settings.module.css';

const ownNames = { en: 'English', de: 'Deutsch' };

export default function GeneralPage() {
  const { t } = useTranslation('settings');
  const { project } = useCurrentProject();
  if (!project) return <NoProject />;
  const mayChange = can(project.role, 'project.update');
  return (
    <PageFrame>
      <PageHeader title={t('general.title')} line={mayChange ? undefined : t('general.readOnly')} />
      <SettingsTabs />
      <FormSection title={t('general.project')} line={t('general.projectLine')}>
        <NameField
          key={`${project.id} ${project.name}`}
          project={project}
          isReadOnly={!mayChange}
        />
      </FormSection>
      <FormSection title={t('language')} line={t('general.languageLine')}>
        <LanguageField project={project} isReadOnly={!mayChange} />
      </FormSection>
      {can(project.role, 'project.delete') && (
        <FormSection title={t('remove.title')} line={t('remove.line')}>
          <RemoveProject project={project} />
        </FormSection>
      )}
    </PageFrame>
  );
}

type FieldProps = { project: Project; isReadOnly: boolean };
type Change = { name?: string; settings?: { defaultUiLang: UiLanguage } };

function useChangeProject({ id: projectId }: Project) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Change) => api.call(projectRoutes.update, { params: { projectId }, body }),
    onSuccess: (changed) =>
      queryClient.setQueryData(projectsQuery.queryKey, (projects) =>
        projects?.map((project) => (project.id === changed.id ? changed : project)),
      ),
  });
}

function NameField({ project, isReadOnly }: FieldProps) {
  const { t } = useTranslation('settings');
  const [name, setName] = useState(project.name);
  const change = useChangeProject(project);
  const canSave = !isReadOnly && name.trim() !== '' && name.trim() !== project.name;
  return (
    <form
      className={classes.withButton}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) change.mutate({ name: name.trim() });
      }}
    >
      <TextInput
        label={t('name')}
        maxLength={120}
        readOnly={isReadOnly}
        className={classes.grow}
        value={name}
        error={change.error ? errorText(change.error) : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {!isReadOnly && (
        <Button type="submit" variant="default" disabled={!canSave} loading={change.isPending}>
          {t('save')}
        </Button>
      )}
    </form>
  );
}

function LanguageField({ project, isReadOnly }: FieldProps) {
  const { t } = useTranslation('settings');
  const change = useChangeProject(project);
  const shown = change.variables?.settings?.defaultUiLang;
  return (
    <NativeSelect
      label={t('general.language')}
      disabled={isReadOnly}
      value={(change.isPending && shown) || project.settings.defaultUiLang}
      data={uiLanguages.map((value) => ({ value, label: ownNames[value] }))}
      error={change.error ? errorText(change.error) : undefined}
      onChange={(event) =>
        change.mutate({ settings: { defaultUiLang: event.currentTarget.value as UiLanguage } })
      }
    />
  );
}

function RemoveProject({ project }: { project: Project }) {
  const { t } = useTranslation('settings');
  const queryClient = useQueryClient();
  const openHref = useOpenHref();
  const remove = useMutation({
    mutationFn: () => api.call(projectRoutes.remove, { params: { projectId: project.id } }),
    onSuccess: async () => {
      openHref('/', { replace: true });
      await queryClient.invalidateQueries(projectsQuery);
    },
  });
  async function ask() {
    const isSure = await confirmDialog({
      title: t('remove.question', { name: project.name }),
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
      {remove.error && (
        <p role="alert" className={classes.problem}>
          {errorText(remove.error)}
        </p>
      )}
    </div>
  );
}
