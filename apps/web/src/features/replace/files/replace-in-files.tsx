import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import classes from '../replace-page.module.css';
import { useReplaceDraft } from '../use-replace-draft.ts';
import { readFileDraft, textReplacementOf, writeFileDraft } from './file-address.ts';
import { FileFields } from './file-fields.tsx';
import { FoundFiles } from './found-files.tsx';
import { ReplaceJobs } from './replace-jobs.tsx';
import { StartedJob } from './started-job.tsx';

const address = { read: readFileDraft, write: writeFileDraft };

export function ReplaceInFiles({ connector }: { connector: Connector }) {
  const { t } = useTranslation('replace');
  const { draft, settled, change } = useReplaceDraft(address);
  const [startedId, setStartedId] = useState<string>();
  const replacement = textReplacementOf(settled);
  return (
    <div className={classes.page}>
      <FileFields connectorId={connector.id} draft={draft} onChange={change} />
      <div className={classes.results}>
        {startedId && <StartedJob connectorId={connector.id} jobId={startedId} />}
        {replacement ? (
          <FoundFiles
            key={JSON.stringify(replacement)}
            connector={connector}
            replacement={replacement}
            onStarted={setStartedId}
          />
        ) : (
          <EmptyState icon="replace" title={t('start.find')} line={t('start.filesLine')} />
        )}
        <ReplaceJobs connectorId={connector.id} />
      </div>
    </div>
  );
}
