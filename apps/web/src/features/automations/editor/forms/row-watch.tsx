import { workflowPublishingRoutes } from '@causeway/contract/automations/workflows.ts';
import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { ScrolledText } from '#ui/scrolled-text.tsx';
import { useMilliseconds } from '#domain/workflows/use-milliseconds.ts';
import { useEditor } from '../editor-context.ts';
import classes from './forms.module.css';

const LOOK_MS = 5_000;

/** How a trigger that watches stands: when it last looked, how far behind it is, what is wrong. */
export function WatchState() {
  const { t } = useTranslation('editor');
  const { projectId, workflowId, chosenId } = useEditor();
  const { ago } = useFormats();
  const milliseconds = useMilliseconds();
  const watches = useQuery({
    queryKey: ['workflows', projectId, 'watches', workflowId],
    queryFn: ({ signal }) =>
      api.call(workflowPublishingRoutes.watches, { params: { projectId, workflowId } }, { signal }),
    refetchInterval: LOOK_MS,
  });
  const watch = watches.data?.find(({ trigger }) => trigger === chosenId);
  if (!watch) return <p className={classes.hint}>{t('watch.notYet')}</p>;
  return (
    <>
      <p className={classes.hint}>
        {watch.lookedAt === null
          ? t('watch.never')
          : t('watch.looked', { ago: ago(watch.lookedAt) })}
        {watch.lagMs !== null && ` ${t('watch.lag', { time: milliseconds(watch.lagMs) })}`}
      </p>
      {watch.error && (
        <p className={classes.wrong} role="alert">
          {watch.error}
        </p>
      )}
    </>
  );
}

/** What noting rows takes in the database: shown, put there and taken away again. */
export function OutboxInstall() {
  const { t } = useTranslation('editor');
  const { projectId, workflowId, chosenId, draft, isReadOnly } = useEditor();
  const queryClient = useQueryClient();
  const params = { projectId, workflowId, trigger: chosenId ?? '' };
  const statements = useQuery({
    queryKey: ['workflow-watch-sql', params, draft.version],
    queryFn: ({ signal }) => api.call(workflowPublishingRoutes.watchSql, { params }, { signal }),
    enabled: draft.state === 'saved',
    retry: false,
  });
  const onSettled = () =>
    queryClient.invalidateQueries({ queryKey: ['workflows', projectId, 'watches', workflowId] });
  const install = useMutation({
    mutationFn: () => api.call(workflowPublishingRoutes.installWatch, { params }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => api.call(workflowPublishingRoutes.removeWatch, { params }),
    onSettled,
  });
  const last = install.submittedAt >= remove.submittedAt ? install : remove;
  if (!statements.data) return null;
  return (
    <details className={classes.install}>
      <summary>{t('watch.install')}</summary>
      <p className={classes.hint}>{t('watch.installLine')}</p>
      <ScrolledText className={classes.sql} label={t('watch.install')}>
        {statements.data.install.join(';\n\n')}
      </ScrolledText>
      {!isReadOnly && (
        <Group gap="xs">
          <Button size="compact-sm" loading={install.isPending} onClick={() => install.mutate()}>
            {t('watch.put')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {t('watch.take')}
          </Button>
        </Group>
      )}
      {last.isSuccess && (
        <output className={classes.hint}>
          {t(last === install ? 'watch.isThere' : 'watch.isGone')}
        </output>
      )}
      {last.error && (
        <p className={classes.wrong} role="alert">
          {errorText(last.error)}
        </p>
      )}
    </details>
  );
}
