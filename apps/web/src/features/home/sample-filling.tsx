import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { sampleQuery } from '#domain/sample/sample-query.ts';
import classes from './home.module.css';

/** Shown while the sample workspace is being filled, and if that failed. */
export function SampleFilling({ projectId }: { projectId: string }) {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const { data: sample } = useQuery(sampleQuery(projectId));
  if (sample?.state === 'failed') {
    return (
      <section className={classes.card}>
        <h2 className={classes.cardTitle}>{t('sample.title')}</h2>
        <p className={classes.empty}>{t('sample.failed')}</p>
      </section>
    );
  }
  if (sample?.state !== 'filling') return null;
  const part = sample.total > 0 ? sample.done / sample.total : 0;
  return (
    <section className={classes.card} aria-live="polite">
      <h2 className={classes.cardTitle}>{t('sample.title')}</h2>
      <p className={classes.empty}>
        {t('sample.line')} {sample.what && t('sample.what', { what: sample.what })}
      </p>
      <div className={classes.progress}>
        <Progress value={part * 100} size="sm" aria-label={t('sample.title')} />
        <span className={classes.percent}>{formats.percent(part)}</span>
      </div>
    </section>
  );
}
