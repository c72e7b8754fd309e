import { can } from '@causeway/contract/access.ts';
import type { TextReplacement } from '@causeway/contract/storage/replace.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import classes from '../replace-page.module.css';
import { SearchFailed } from '../search-failed.tsx';
import { FileCount } from './file-count.tsx';
import { FoundFileRow } from './found-file.tsx';
import { LeftOut } from './left-out.tsx';
import { RunInFiles } from './run-in-files.tsx';
import { TakeAllFiles } from './take-all-files.tsx';
import { useFoundFiles } from './use-found-files.ts';

type FoundFilesProps = {
  connector: Connector;
  replacement: TextReplacement;
  onStarted: (jobId: string) => void;
};

const SHOWN_AT_ONCE = 50;

/** Each file with the lines that would change, and the button that does it. */
export function FoundFiles({ connector, replacement, onStarted }: FoundFilesProps) {
  const { t } = useTranslation('replace');
  const { project } = useCurrentProject();
  const found = useFoundFiles(connector.id, replacement);
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const mayWrite = project !== undefined && can(project.role, 'storage.write');
  const isReadOnly = connector.settings.readOnly === true;
  const { query, files } = found;
  const possible = files.filter(({ conflict }) => conflict === null);
  const taken = possible.filter(({ path }) => !unticked.has(path));

  function take(path: string, isTaken: boolean) {
    const next = new Set(unticked);
    if (isTaken) next.delete(path);
    else next.add(path);
    setUnticked(next);
  }

  if (query.isError && files.length === 0) {
    return (
      <SearchFailed
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  return (
    <section className={classes.matches} aria-label={t('matches.label')}>
      <FileCount found={found} />
      {query.isError && <ErrorState error={query.error} title={t('files.stoppedEarly')} />}
      {query.isPending && <SkeletonLines count={6} />}
      {mayWrite && !isReadOnly && possible.length > 0 && (
        <TakeAllFiles
          taken={taken.length}
          count={possible.length}
          onTake={(isTaken) =>
            setUnticked(new Set(isTaken ? [] : possible.map(({ path }) => path)))
          }
        />
      )}
      {files.length > 0 && (
        <ol className={classes.rows}>
          {files.slice(0, shown).map((file) => (
            <FoundFileRow
              key={file.path}
              file={file}
              isTaken={file.conflict === null && !unticked.has(file.path)}
              mayChoose={mayWrite && !isReadOnly}
              onTake={(isTaken) => take(file.path, isTaken)}
            />
          ))}
        </ol>
      )}
      {files.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {t('files.more')}
        </Button>
      )}
      <LeftOut files={found.leftOut} count={found.leftOutCount} />
      {!mayWrite && <p className={classes.note}>{t('readOnly.role')}</p>}
      {mayWrite && isReadOnly && <p className={classes.note}>{t('readOnly.connector')}</p>}
      {mayWrite && !isReadOnly && files.length > 0 && (
        <RunInFiles
          connectorId={connector.id}
          replacement={replacement}
          files={taken}
          isLooking={found.isLooking}
          onStarted={onStarted}
        />
      )}
    </section>
  );
}
