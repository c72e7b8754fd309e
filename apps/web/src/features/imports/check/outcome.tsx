import type { ImportRecord } from '@causeway/contract/imports/records.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { Icon } from '#ui/icon.tsx';
import { Counts } from './counts.tsx';
import { EmptyCells } from './empty-cells.tsx';
import classes from './outcome.module.css';
import { Rejects } from './rejects.tsx';

type OutcomeProps = {
  connectorId: string;
  record: ImportRecord;
  /** What it found is about another plan than the one on screen. */
  isOutdated: boolean;
  /** Leaves bad rows out; undefined where that is chosen already, or would leave none. */
  onLeaveOut: (() => void) | undefined;
};

/** What the last run that wrote nothing has found: a check, a refusal, a failure, a cancellation. */
export function Outcome({ connectorId, record, isOutdated, onLeaveOut }: OutcomeProps) {
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
      {isOutdated && <p className={classes.line}>{t('outcome.outdated')}</p>}
      {error && <p className={classes.error}>{errorText(error)}</p>}
      {result && <Counts result={result} isDryRun={state === 'checked'} />}
      {result?.emptyCells && <EmptyCells cells={result.emptyCells} />}
      {onLeaveOut && (
        <div className={classes.choice}>
          <p className={classes.line}>{t('outcome.choice')}</p>
          <Button size="compact-sm" variant="light" onClick={onLeaveOut}>
            {t('outcome.leaveOut')}
          </Button>
        </div>
      )}
      {result && result.rejected > 0 && (
        <Rejects connectorId={connectorId} record={record} count={result.rejected} />
      )}
    </section>
  );
}
