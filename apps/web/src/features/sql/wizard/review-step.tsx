import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { shareAsSnippetHref } from '#domain/snippets/hand-over.ts';
import { Icon } from '#ui/icon.tsx';
import { savedQueriesQuery } from '#domain/queries/saved-queries-query.ts';
import classes from './review-step.module.css';
import type { Wizard } from './use-wizard.ts';
import { isWriting } from './wizard-state.ts';

const SendDialog = lazy(() => import('../dashboard/send-dialog.tsx'));

/** What these find is figures, best seen as a picture. */
const chartTemplates = new Set<string>(['groups', 'timeline']);

type ReviewStepProps = {
  wizard: Wizard;
  projectId: string;
  connectorId: string;
  mayShare: boolean;
};

/** Said in words once more; then it goes to the editor, or is saved at once. */
export function ReviewStep({ wizard, projectId, connectorId, mayShare }: ReviewStepProps) {
  const { t } = useTranslation('sql');
  const queryClient = useQueryClient();
  const scopedHref = useScopedHref();
  const openHref = useOpenHref();
  const { state, sql, table } = wizard;
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      api.call(queryRoutes.create, {
        body: { connector: { id: connectorId }, name, sql: sql ?? '', isShared },
      }),
    onSuccess: () => queryClient.invalidateQueries(savedQueriesQuery(connectorId)),
  });
  if (!table || sql === undefined) return <p>{t('wizard.incomplete')}</p>;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    save.mutate();
  }

  return (
    <div className={classes.review}>
      <p className={classes.lead}>
        <b>{t(`wizard.template.${state.template}`)}</b> · {table.name}
      </p>
      <p className={classes.line}>{t(`wizard.line.${state.template}`)}</p>
      {isWriting(state.template) && <p className={classes.warning}>{t('wizard.writeHint')}</p>}
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          label={t('wizard.saveAs')}
          value={name}
          maxLength={160}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Checkbox
          label={t('saved.share')}
          checked={isShared}
          disabled={!mayShare}
          onChange={({ currentTarget: { checked } }) => setIsShared(checked)}
        />
        {save.error && <p className={classes.error}>{errorText(save.error)}</p>}
        {save.data ? (
          <p className={classes.saved}>
            <Icon name="success" />{' '}
            <AppLink href={`${scopedHref('/sql/editor')}&query=${save.data.id}`}>
              {t('wizard.saved', { name: save.data.name })}
            </AppLink>
          </p>
        ) : (
          <Button
            type="submit"
            variant="default"
            className={classes.button}
            loading={save.isPending}
            disabled={name.trim() === ''}
          >
            {t('saved.save')}
          </Button>
        )}
      </form>
      <Button
        variant="subtle"
        className={classes.button}
        leftSection={<Icon name="share" />}
        onClick={() => openHref(shareAsSnippetHref({ title: name, sql, parameters: [] }))}
      >
        {t('toolbar.shareAsSnippet')}
      </Button>
      {mayShare && !isWriting(state.template) && (
        <Button
          variant="subtle"
          className={classes.button}
          leftSection={<Icon name="dashboard" />}
          onClick={() => setIsSending(true)}
        >
          {t('wizard.asTile')}
        </Button>
      )}
      {isSending && (
        <Suspense fallback={null}>
          <SendDialog
            projectId={projectId}
            connectorId={connectorId}
            source={
              save.data && save.data.sql === sql
                ? { query: save.data }
                : { sql, tab: { sql, title: name, parameters: [], queryId: null } }
            }
            tile={
              save.data
                ? undefined
                : { kind: chartTemplates.has(state.template) ? 'chart' : 'table' }
            }
            onClose={() => setIsSending(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
