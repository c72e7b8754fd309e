import { formatBytes } from '@causeway/contract/bytes.ts';
import type { FilesProgress } from '@causeway/contract/sql/files.ts';
import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './files-progress-line.module.css';

/** What is fetched and copied before the statement itself can run. */
export function FilesProgressLine({ progress }: { progress: FilesProgress }) {
  const { t, i18n } = useTranslation('sql');
  const { number } = useFormats();
  const size = (count: number) => formatBytes(count, i18n.language);
  const { step, name, bytes, totalBytes, rows } = progress;
  const figures = {
    fetching: t('files.fetched', { bytes: size(bytes), total: size(totalBytes) }),
    preparing: '',
    copying: t('files.copied', { count: rows, rows: number(rows) }),
    running: '',
  }[step];
  return (
    <span className={classes.line}>
      <span className={classes.text}>
        <span className={classes.name}>{t(`files.steps.${step}`, { name })}</span>
        <span className={classes.figures}>{figures}</span>
      </span>
      {step === 'fetching' && totalBytes > 0 && (
        <Progress size={4} value={(bytes / totalBytes) * 100} aria-label={t('files.progress')} />
      )}
    </span>
  );
}
