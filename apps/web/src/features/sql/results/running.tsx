import { Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilesProgressLine } from '../files/files-progress-line.tsx';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { KeyHint } from '#ui/key-hint.tsx';
import type { StatementRun } from '../run/run-store.ts';
import classes from './running.module.css';

/** How long it takes already, and how to stop it. */
export function Running({ run }: { run: StatementRun }) {
  const { t } = useTranslation('sql');
  const { tenths } = useFormats();
  const [now, setNow] = useState(run.startedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  if (run.isAsking) return <output className={classes.running}>{t('results.asking')}</output>;
  const seconds = Math.max(0, (now - run.startedAt) / 1000);
  return (
    <output className={classes.running}>
      <Loader size={16} />
      {run.progress && <FilesProgressLine progress={run.progress} />}
      <span className={classes.time}>{`${tenths(seconds)} s`}</span>
      <span className={classes.hint}>
        {t('results.running')} <KeyHint keys="mod+." />
      </span>
    </output>
  );
}
