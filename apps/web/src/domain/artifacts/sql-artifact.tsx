import type { ArtifactOf, Cell, ResultField } from '@causeway/contract/artifacts.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#ui/copy-button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { ArtifactFrame } from './artifact-frame.tsx';
import noteClasses from './artifact-note.module.css';
import { ResultTable } from './result-table.tsx';
import classes from './sql-artifact.module.css';

export type SqlAnswer = { fields: ResultField[]; rows: Cell[][] };

type SqlArtifactProps = {
  artifact: ArtifactOf<'sql'>;
  onRun: (sql: string) => Promise<SqlAnswer>;
  renderActions?: ((sql: string) => ReactNode) | undefined;
};

/** A statement to read, change and run; what came back stands below it. */
export function SqlArtifact({ artifact, onRun, renderActions }: SqlArtifactProps) {
  const { t } = useTranslation('artifacts');
  const [sql, setSql] = useState(artifact.sql);
  const run = useMutation({ mutationFn: onRun });

  const runByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) run.mutate(sql);
  };

  return (
    <ArtifactFrame
      icon="code"
      title={artifact.title}
      actions={
        <>
          <CopyButton value={sql} label={t('copySql')} />
          <Button
            size="compact-sm"
            loading={run.isPending}
            leftSection={<Icon name="play" size={14} />}
            onClick={() => run.mutate(sql)}
          >
            {t('run')}
          </Button>
          {renderActions?.(sql)}
        </>
      }
    >
      <textarea
        className={classes.sql}
        aria-label={artifact.title}
        value={sql}
        rows={sql.split('\n').length}
        onChange={(event) => setSql(event.currentTarget.value)}
        onKeyDown={runByKey}
        spellCheck={false}
        autoCapitalize="off"
      />
      <RunOutcome run={run} title={artifact.title} />
    </ArtifactFrame>
  );
}

type Run = ReturnType<typeof useMutation<SqlAnswer, Error, string>>;

function RunOutcome({ run, title }: { run: Run; title: string }) {
  const { t } = useTranslation('artifacts');
  if (run.status === 'idle') return null;
  return (
    <div className={classes.outcome} aria-live="polite">
      {run.isPending && <SkeletonTable rows={3} />}
      {run.isError && (
        <div className={classes.error}>
          <ErrorState
            error={run.error}
            title={t('runFailed')}
            next={t('runFailedNext')}
            onRetry={() => run.mutate(run.variables)}
          />
        </div>
      )}
      {run.isSuccess && (
        <>
          <ResultTable label={title} {...run.data} />
          <p className={noteClasses.note}>{t('rows', { count: run.data.rows.length })}</p>
        </>
      )}
    </div>
  );
}
