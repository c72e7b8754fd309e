import { type ApiKey, apiKeyRoutes } from '@causeway/contract/api-keys.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { emptyKey, fieldsOf, type KeyDraft, problemOf } from './key-draft.ts';
import { KeyFields } from './key-fields.tsx';
import classes from './key-page.module.css';
import { refreshKeys } from './followers.ts';
import { Problem } from './problem.tsx';
import { draftOf } from './scope-draft.ts';

/** Shown anew, by its key, when somebody else's change arrives. */
export function EditKey({ project, apiKey }: { project: Project; apiKey: ApiKey }) {
  const { t } = useTranslation('api-keys');
  const stored: KeyDraft = {
    ...emptyKey,
    name: apiKey.name,
    scopes: draftOf(apiKey.scopes),
    perMinute: apiKey.perMinute,
    addresses: apiKey.addresses.join('\n'),
  };
  const [draft, setDraft] = useState(stored);
  const problem = problemOf(draft);
  const save = useMutation({
    mutationFn: () =>
      api.call(apiKeyRoutes.update, {
        params: { projectId: project.id, keyId: apiKey.id },
        body: fieldsOf(draft),
      }),
    onSuccess: () => refreshKeys(project.id),
  });
  const isChanged = JSON.stringify(fieldsOf(draft)) !== JSON.stringify(fieldsOf(stored));
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!problem && isChanged && !save.isPending) save.mutate();
      }}
    >
      <KeyFields project={project} draft={draft} problem={problem} onChange={setDraft} />
      <Problem error={save.error} />
      <div>
        <Button
          type="submit"
          variant="default"
          loading={save.isPending}
          disabled={!isChanged || problem !== undefined}
        >
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
