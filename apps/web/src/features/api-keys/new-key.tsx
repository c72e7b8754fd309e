import { apiKeyRoutes, type KeyWithSecret } from '@causeway/contract/api-keys.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, Drawer, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { withProof } from '#domain/identity/ask-for-proof.ts';
import { api } from '#platform/api/api.ts';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { emptyKey, fieldsOf, type KeyDraft, problemOf } from './key-draft.ts';
import { EndField, KeyFields } from './key-fields.tsx';
import classes from './new-key.module.css';
import { refreshKeys } from './followers.ts';
import { Problem } from './problem.tsx';

type NewKeyProps = {
  project: Project;
  onMade: (made: KeyWithSecret) => void;
  onClose: () => void;
};

export function NewKey({ project, onMade, onClose }: NewKeyProps) {
  const { t } = useTranslation('api-keys');
  const [draft, setDraft] = useState<KeyDraft>(emptyKey);
  const [isSent, setSent] = useState(false);
  const problem = problemOf(draft);
  const create = useMutation({
    mutationFn: () =>
      withProof(() =>
        api.call(apiKeyRoutes.create, {
          params: { projectId: project.id },
          body: { ...fieldsOf(draft), expiresInDays: draft.days },
        }),
      ),
    onSuccess: (made) => {
      onMade(made);
      void refreshKeys(project.id);
    },
  });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setSent(true);
    if (!problem && !create.isPending) create.mutate();
  }
  const guard = useTypedGuard(onClose, draft !== emptyKey && !create.isSuccess);

  return (
    <Drawer
      opened
      {...guard}
      position="right"
      size={560}
      title={t('new.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form className={classes.form} noValidate onSubmit={submit}>
        <p className={classes.line}>{t('new.line')}</p>
        <KeyFields
          project={project}
          draft={draft}
          problem={isSent ? problem : undefined}
          onChange={setDraft}
        />
        <EndField
          project={project}
          days={draft.days}
          onChange={(days) => setDraft({ ...draft, days })}
        />
        <Problem error={create.error} />
        <Group justify="flex-end" gap="xs" className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('new.submit')}
          </Button>
        </Group>
      </form>
    </Drawer>
  );
}
