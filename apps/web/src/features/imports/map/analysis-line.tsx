import type { ImportAnalysis } from '@causeway/contract/imports/records.ts';
import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './map-step.module.css';

type AnalysisLineProps = { analysis: ImportAnalysis | undefined; error: unknown };

/** How sure the types are: guessed from the first rows, or held against all of them. */
export function AnalysisLine({ analysis, error }: AnalysisLineProps) {
  const { t } = useTranslation('imports');
  const { number } = useFormats();
  const failure = analysis?.error ?? (error ? errorText(error) : undefined);
  if (failure !== undefined) {
    return (
      <p className={classes.analysis} data-state="failed" role="alert">
        <Icon name="warning" /> {t('analysis.failed')} {failure}
      </p>
    );
  }
  const count = analysis?.rows ?? 0;
  const isDone = analysis?.state === 'done';
  return (
    <p
      className={classes.analysis}
      data-state={analysis?.state ?? 'running'}
      aria-live={isDone ? 'polite' : 'off'}
    >
      {isDone ? <Icon name="success" /> : <Loader size={14} />}
      {isDone
        ? t('analysis.done', { count, number: number(count) })
        : t('analysis.running', { count, number: number(count) })}
    </p>
  );
}
