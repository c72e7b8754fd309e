import {
  straightSteps,
  tunnelSteps,
  type ConnectorCheck,
} from '@causeway/contract/connectors/checks.ts';
import type { Connector } from '@causeway/contract/connectors/connectors.ts';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import classes from './check-steps.module.css';

type Kind = Connector['implementation'];
type Done = ConnectorCheck['steps'][number];
type Step = Partial<Done> & Pick<Done, 'step'>;
type Outcome = ConnectorCheck['steps'][number]['outcome'] | 'waiting';

const icons = {
  ok: 'check',
  failed: 'close',
  skipped: 'minus',
  waiting: 'more',
} as const satisfies Record<Outcome, IconName>;

type CheckStepsProps = {
  kind: Kind;
  /** Over an SSH server there is more to tell apart. */
  isTunnelled: boolean;
  check: ConnectorCheck | undefined;
  isRunning: boolean;
};

/** A test from name to first list: done, failed with what to do about it, or not reached. */
export function CheckSteps({ kind, isTunnelled, check, isRunning }: CheckStepsProps) {
  const { t } = useTranslation('connectors');
  const names = isTunnelled ? tunnelSteps : straightSteps;
  const steps: Step[] = isRunning || !check ? names.map((step) => ({ step })) : check.steps;
  return (
    <ol
      className={classes.steps}
      aria-label={t('check.label')}
      data-running={isRunning || undefined}
    >
      {steps.map((step) => (
        <CheckStep key={step.step} kind={kind} step={step} />
      ))}
    </ol>
  );
}

function CheckStep({ kind, step }: { kind: Kind; step: Step }) {
  const { t } = useTranslation('connectors');
  const { number } = useFormats();
  const { outcome = 'waiting', milliseconds = 0 } = step;
  const message = useMessage(step);
  const isNotReached = outcome === 'skipped' && message === '';
  return (
    <li className={classes.step} data-outcome={outcome}>
      <span className={classes.mark}>
        <Icon name={icons[outcome]} size={12} label={t(`check.outcome.${outcome}`)} />
      </span>
      <div className={classes.words}>
        <p className={classes.name}>
          {t(`check.${kind}.${step.step}`)}
          {outcome === 'ok' && <span className={classes.time}>{number(milliseconds)} ms</span>}
        </p>
        {outcome === 'failed' ? (
          <>
            <pre className={classes.failure}>{message}</pre>
            <p className={classes.next}>
              {step.note?.code === 'private-address'
                ? t('check.next.private')
                : t(`check.next.${kind}.${step.step}`)}
            </p>
          </>
        ) : (
          <p className={classes.message}>{isNotReached ? t('check.notReached') : message}</p>
        )}
      </div>
    </li>
  );
}

/** In the reader's language where the words are ours; what the other side said stays as it is. */
function useMessage({ message = '', note, errorCode }: Step): string {
  const { t } = useTranslation('connectors');
  if (note) {
    const count = Number(note.values?.['count'] ?? 0);
    return t(`check.note.${note.code}`, { ...note.values, count });
  }
  return errorCode ? errorText({ code: errorCode, message }) : message;
}
