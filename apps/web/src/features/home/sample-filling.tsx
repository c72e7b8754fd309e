import type { SampleProgress } from '@causeway/contract/sample.ts';
import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './home.module.css';

/** How far the sample workspace is filled, or that it failed. */
export default function SampleFilling({ sample }: { sample: SampleProgress }) {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const { state, done, total, what } = sample;
  if (state === 'failed') {
    return (
      <section className={classes.card}>
        <h2 className={classes.cardTitle}>{t('sample.title')}</h2>
        <p className={classes.empty}>{t('sample.failed')}</p>
      </section>
    );
  }
  const isFilling = state === 'filling';
  const part = !isFilling ? 1 : total > 0 ? done / total : 0;
  return (
    <section className={classes.card} aria-live="polite">
      <h2 className={classes.cardTitle}>{t(isFilling ? 'sample.title' : 'sample.filled')}</h2>
      <p className={classes.filling}>
        {t(isFilling ? 'sample.line' : 'sample.filledLine')}{' '}
        {isFilling && what && t('sample.what', { what })}
      </p>
      <div className={classes.progress}>
        <Progress value={part * 100} size="sm" aria-label={t('sample.title')} />
        <span className={classes.percent}>{formats.percent(part)}</span>
      </div>
    </section>
  );
}
