import {
  type FoundFile,
  storageReplaceRoutes,
  type TextReplacement,
} from '@causeway/contract/storage/replace.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { Icon } from '#ui/icon.tsx';
import classes from '../run-bar.module.css';
import { isRunning, replaceJobsQuery } from './files-query.ts';

type RunInFilesProps = {
  connectorId: string;
  replacement: TextReplacement;
  /** Those that are ticked, as they were seen. */
  files: FoundFile[];
  isLooking: boolean;
  onStarted: (jobId: string) => void;
};

/** The button names the number of files; what becomes of them is told by the job. */
export function RunInFiles(props: RunInFilesProps) {
  const { connectorId, replacement, files, isLooking, onStarted } = props;
  const { t } = useTranslation('replace');
  const { number } = useFormats();
  const jobs = useQuery(replaceJobsQuery(connectorId)).data ?? [];
  const isAtWork = jobs.some(isRunning);
  const run = useMutation({
    mutationFn: () =>
      api.call(storageReplaceRoutes.run, {
        body: {
          connector: { id: connectorId },
          replacement,
          files: files.map(({ path, etag }) => ({ path, etag })),
        },
      }),
    onSuccess: (job) => {
      onStarted(job.id);
      queryClient.setQueryData(replaceJobsQuery(connectorId).queryKey, (jobs = []) => [
        job,
        ...jobs.filter(({ id }) => id !== job.id),
      ]);
    },
  });
  return (
    <footer className={classes.bar}>
      <div className={classes.words}>
        {run.error && (
          <p className={classes.problem} role="alert">
            <Icon name="error" /> {errorText(run.error)}
          </p>
        )}
      </div>
      <Button
        loading={run.isPending || isAtWork}
        disabled={files.length === 0 || isLooking}
        leftSection={<Icon name="replace" />}
        onClick={() => run.mutate()}
      >
        {t('files.run', { count: files.length, number: number(files.length) })}
      </Button>
    </footer>
  );
}
