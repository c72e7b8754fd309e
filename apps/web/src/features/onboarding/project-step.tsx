import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createProject } from '#platform/current-project/create-project.ts';
import { projectsQuery, useProjects } from '#platform/current-project/projects-query.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import classes from './onboarding.module.css';

export function ProjectStep({ onDone }: { onDone: () => Promise<void> }) {
  const { t } = useTranslation('onboarding');
  const queryClient = useQueryClient();
  const projects = useProjects();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => createProject(name),
    onSuccess: async () => {
      await queryClient.invalidateQueries(projectsQuery);
      await onDone();
    },
  });
  if (projects.length > 0) {
    return (
      <>
        <h1 className={classes.title}>{t('project.doneTitle')}</h1>
        <p className={classes.line}>
          {t('project.doneLine', { name: projects.map((project) => project.name).join(', ') })}
        </p>
        <Button onClick={() => void onDone()}>{t('continue')}</Button>
      </>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') create.mutate();
      }}
    >
      <h1 className={classes.title}>{t('project.title')}</h1>
      <p className={classes.line}>{t('project.line')}</p>
      <TextInput
        label={t('project.field')}
        placeholder={t('project.example')}
        maxLength={120}
        autoFocus
        value={name}
        error={create.error ? errorText(create.error) : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button mt="md" type="submit" loading={create.isPending} disabled={name.trim() === ''}>
        {t('project.submit')}
      </Button>
    </form>
  );
}
