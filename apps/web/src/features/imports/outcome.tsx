import type { ImportRecord } from '@causeway/contract/import-records.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { Counts } from './counts.tsx';
import classes from './outcome.module.css';
import { Rejects } from './rejects.tsx';

type OutcomeProps = {
  connectorId: string;
  record: ImportRecord;
  /** Whether it is about the plan on screen. */
  isCurrent: boolean;
};

/** What the last run that wrote nothing has found: a check, a refusal, a failure, a cancellation. */
export function Outcome({ connectorId, record, isCurrent }: OutcomeProps) {
  const { t } = useTranslation('imports');
  const { state, result, error } = record;
  const isGood = state === 'checked' && result?.rejected === 0;
  const ending = isGood ? 'good' : state;
  return (
    <section className={classes.outcome} data-good={isGood || undefined} aria-live="polite">
      <h2 className={classes.title}>
        <Icon name={isGood ? 'success' : state === 'checked' ? 'warning' : 'error'} />
        {t(`outcome.${ending}`)}
      </h2>
      {!isCurrent && <p className={classes.line}>{t('outcome.outdated')}</p>}
      {error && <p className={classes.error}>{error.message}</p>}
      {result && <Counts result={result} isDryRun={state === 'checked'} />}
      {result && result.rejected > 0 && (
        <Rejects connectorId={connectorId} record={record} count={result.rejected} />
      )}
    </section>
  );
}
