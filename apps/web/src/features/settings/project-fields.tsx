import { projectRoutes, type Project } from '@causeway/contract/projects.ts';
import { uiLanguages, type UiLanguage } from '@causeway/contract/settings/settings.ts';
import { contentLanguages } from '@causeway/contract/translatable.ts';
import { Button, NativeSelect, Select, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { projectsQuery } from '#platform/current-project/projects-query.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { LocalizedFields } from '#ui/localized-fields.tsx';
import { useTyped } from '#ui/use-typed.ts';
import classes from './settings.module.css';

const ownNames = { en: 'English', de: 'Deutsch' };

type FieldProps = { project: Project; isReadOnly: boolean };
type Change = Partial<Pick<Project, 'name' | 'description'>> & {
  settings?: Partial<Project['settings']>;
};

export function useChangeProject({ id: projectId }: Project) {
  const queryClient = useQueryClient();
  return useMutation({
    // One after the other: every answer tells the whole project, and an older one would take back a newer.
    scope: { id: `project ${projectId}` },
    mutationFn: (body: Change) => api.call(projectRoutes.update, { params: { projectId }, body }),
    onSuccess: (changed) =>
      queryClient.setQueryData(projectsQuery.queryKey, (projects) =>
        projects?.map((project) => (project.id === changed.id ? changed : project)),
      ),
  });
}

export function NameField({ project, isReadOnly }: FieldProps) {
  const { t } = useTranslation('settings');
  const { value: name, type, settle } = useTyped(project.name);
  const change = useChangeProject(project);
  const canSave = !isReadOnly && name.trim() !== '' && name.trim() !== project.name;
  return (
    <form
      className={classes.withButton}
      onSubmit={(event) => {
        event.preventDefault();
        if (!canSave || change.isPending) return;
        change.mutate({ name: name.trim() }, { onSuccess: () => settle(name) });
      }}
    >
      <TextInput
        label={t('name')}
        maxLength={120}
        readOnly={isReadOnly}
        className={classes.grow}
        value={name}
        error={change.error ? errorText(change.error) : undefined}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {!isReadOnly && (
        <Button type="submit" variant="default" disabled={!canSave} loading={change.isPending}>
          {t('save')}
        </Button>
      )}
    </form>
  );
}

/** What the project is about; a language left empty shows another one. */
export function DescriptionField({ project }: { project: Project }) {
  const { t } = useTranslation('settings');
  const {
    value: texts,
    type,
    settle,
  } = useTyped<Record<string, string | null | undefined>>(project.description);
  const change = useChangeProject(project);
  const wanted = Object.fromEntries(
    contentLanguages.flatMap((language) => {
      const text = texts[language]?.trim();
      return text ? [[language, text.slice(0, 1_000)]] : [];
    }),
  );
  const isChanged = JSON.stringify(wanted) !== JSON.stringify(project.description);
  return (
    <form
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isChanged || change.isPending) return;
        change.mutate({ description: wanted }, { onSuccess: () => settle(texts) });
      }}
    >
      <LocalizedFields
        label={t('general.description')}
        languages={contentLanguages}
        value={texts}
        onChange={type}
        isMultiline
      />
      {change.error && (
        <p role="alert" className={classes.problem}>
          {errorText(change.error)}
        </p>
      )}
      <div>
        <Button type="submit" variant="default" disabled={!isChanged} loading={change.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

export function LanguageField({ project, isReadOnly }: FieldProps) {
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

const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

export function TimeZoneField({ project, isReadOnly }: FieldProps) {
  const { t } = useTranslation('settings');
  const change = useChangeProject(project);
  const shown = change.variables?.settings?.timeZone;
  const value = (change.isPending && shown) || project.settings.timeZone;
  return (
    <Select
      label={t('general.timeZone')}
      searchable
      allowDeselect={false}
      disabled={isReadOnly}
      value={value}
      data={zones.includes(value) ? zones : [value, ...zones]}
      limit={80}
      nothingFoundMessage={t('general.noZone')}
      error={change.error ? errorText(change.error) : undefined}
      onChange={(timeZone) => timeZone && change.mutate({ settings: { timeZone } })}
    />
  );
}
