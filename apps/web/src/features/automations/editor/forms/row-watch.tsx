import type { Trigger } from '@causeway/contract/automations/definition.ts';
import {
  NOTHING_NOTED,
  workflowPublishingRoutes,
} from '@causeway/contract/automations/workflows.ts';
import { Button, Group } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { ScrolledText } from '#ui/scrolled-text.tsx';
import { useMilliseconds } from '#domain/workflows/use-milliseconds.ts';
import { useEditor } from '../editor-context.ts';
import classes from './forms.module.css';
import { useRunMessage } from '#domain/workflows/use-run-message.ts';

const LOOK_MS = 5_000;

/** How a trigger that watches stands: when it last looked, how far behind it is, what is wrong. */
export function WatchState() {
  const { t } = useTranslation('editor');
  const { projectId, workflowId, chosenId, draft } = useEditor();
  const { sql, askAgain } = useOutbox(draft.definition.triggers.find(({ id }) => id === chosenId));
  const { ago } = useFormats();
  const milliseconds = useMilliseconds();
  const runMessage = useRunMessage();
  const watches = useQuery({
    queryKey: ['workflows', projectId, 'watches', workflowId],
    queryFn: ({ signal }) =>
      api.call(workflowPublishingRoutes.watches, { params: { projectId, workflowId } }, { signal }),
    refetchInterval: LOOK_MS,
  });
  const watch = watches.data?.find(({ trigger }) => trigger === chosenId);
  const misses = watch?.error === NOTHING_NOTED ? watch.lookedAt : null;
  const isDoubted = misses !== null && sql?.isInstalled === true && isBefore(sql.asOf, misses);
  const doubtedAt = isDoubted ? misses : null;
  useEffect(() => {
    if (doubtedAt !== null) void askAgain();
  }, [doubtedAt, askAgain]);
  if (!watch) return <p className={classes.hint}>{t('watch.notYet')}</p>;
  // Whether it is there now stands with what is put there, unless it is said to be and a later look missed it.
  const isTold = misses !== null && typeof sql?.isInstalled === 'boolean' && !isDoubted;
  return (
    <>
      <p className={classes.hint}>
        {watch.lookedAt === null
          ? t('watch.never')
          : t('watch.looked', { ago: ago(watch.lookedAt) })}
        {watch.lagMs !== null && ` ${t('watch.lag', { time: milliseconds(watch.lagMs) })}`}
      </p>
      {watch.error && !isTold && (
        <p className={classes.wrong} role="alert">
          {watch.error === NOTHING_NOTED
            ? t('watch.isMissing')
            : runMessage({ message: watch.error })}
        </p>
      )}
    </>
  );
}

function isBefore(one: string, other: string): boolean {
  return Date.parse(one) < Date.parse(other);
}

/** Of a trigger that says already which rows it is about, and only of what the server has seen. */
function useOutbox(trigger: Trigger | undefined) {
  const { projectId, workflowId, draft } = useEditor();
  const queryClient = useQueryClient();
  const isRows = trigger?.kind === 'rows' && trigger.by.kind === 'outbox';
  const isChosen = isRows && trigger.connectorId !== null && trigger.table !== '';
  const params = { projectId, workflowId, trigger: trigger?.id ?? '' };
  const sqlKey = ['workflow-watch-sql', params];
  const queryKey = [...sqlKey, draft.version];
  const sql = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const answer = await api.call(workflowPublishingRoutes.watchSql, { params }, { signal });
      const before = queryClient.getQueryData<typeof answer>(queryKey);
      // That it is there all the time makes no look older that missed it since.
      const isSame = answer.isInstalled === true && before?.isInstalled === true;
      return isSame ? { ...answer, asOf: before.asOf } : answer;
    },
    enabled: isChosen && draft.state === 'saved',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const onSettled = async () => {
    await queryClient.invalidateQueries({ queryKey: sqlKey });
    await queryClient.invalidateQueries({
      queryKey: ['workflows', projectId, 'watches', workflowId],
    });
  };
  const install = useMutation({
    mutationFn: () => api.call(workflowPublishingRoutes.installWatch, { params }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => api.call(workflowPublishingRoutes.removeWatch, { params }),
    onSettled,
  });
  return { sql: isChosen ? sql.data : undefined, askAgain: sql.refetch, install, remove };
}

/** What noting rows takes in the database: shown, put there and taken away again. */
export function OutboxInstall() {
  const { t } = useTranslation('editor');
  const { chosenId, draft, isReadOnly } = useEditor();
  const { sql, install, remove } = useOutbox(
    draft.definition.triggers.find(({ id }) => id === chosenId),
  );
  if (!sql) return null;
  const last = install.submittedAt >= remove.submittedAt ? install : remove;
  const { isInstalled } = sql;
  return (
    <details className={classes.install} open={isInstalled === false || undefined}>
      <summary>{t('watch.install')}</summary>
      <p className={classes.hint}>{t('watch.installLine')}</p>
      <ScrolledText className={classes.sql} label={t('watch.install')}>
        {sql.install.join(';\n\n')}
      </ScrolledText>
      {!isReadOnly && (
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant={isInstalled ? 'default' : 'filled'}
            loading={install.isPending}
            onClick={() => install.mutate()}
          >
            {t(isInstalled ? 'watch.putAgain' : 'watch.put')}
          </Button>
          {isInstalled !== false && (
            <Button
              size="compact-sm"
              variant="default"
              loading={remove.isPending}
              onClick={() => remove.mutate()}
            >
              {t('watch.take')}
            </Button>
          )}
        </Group>
      )}
      {isInstalled !== null && (
        <output className={isInstalled ? classes.hint : classes.wrong}>
          {t(isInstalled ? 'watch.isThere' : 'watch.isMissing')}
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

/** Before it is published: a trigger that would wait for rows which nothing notes. */
export function OutboxMissing({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation('editor');
  const { sql, install } = useOutbox(trigger);
  if (sql?.isInstalled !== false) return null;
  return (
    <div className={classes.missing}>
      <p role="alert">
        <b>{trigger.id}</b>: {t('watch.isMissing')}
      </p>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          loading={install.isPending}
          onClick={() => install.mutate()}
        >
          {t('watch.put')}
        </Button>
        <span className={classes.hint}>{t('watch.installLine')}</span>
      </Group>
      {install.error && (
        <p className={classes.wrong} role="alert">
          {errorText(install.error)}
        </p>
      )}
    </div>
  );
}
