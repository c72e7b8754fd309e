import { storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import classes from '../run-bar.module.css';
import { isRunning, replaceJobsQuery } from './files-query.ts';

type StartedJobProps = { connectorId: string; jobId: string };

/** What was just done, above whatever is still found, with the way back at hand. */
export function StartedJob({ connectorId, jobId }: StartedJobProps) {
  const { t } = useTranslation('replace');
  const { number } = useFormats();
  const jobs = useQuery(replaceJobsQuery(connectorId)).data ?? [];
  const undo = useMutation({
    mutationFn: () =>
      api.call(storageJobRoutes.undo, {
        params: { jobId },
        body: { connector: { id: connectorId } },
      }),
    onError: notifyError,
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: replaceJobsQuery(connectorId).queryKey }),
  });
  const job = jobs.find(({ id }) => id === jobId);
  if (!job || isRunning(job) || job.done === 0 || !job.canUndo) return null;
  return (
    <output className={classes.done}>
      <Icon name="success" />
      <span className={classes.words}>
        {t('files.done', { count: job.done, number: number(job.done) })}
      </span>
      <Button size="compact-sm" loading={undo.isPending} onClick={() => undo.mutate()}>
        {t('undo')}
      </Button>
    </output>
  );
}
