import type { RunStep } from '@causeway/contract/automations/run-shapes.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#ui/copy-button.tsx';
import { useMilliseconds } from '#domain/workflows/use-milliseconds.ts';
import { portName } from '#domain/workflows/port-name.ts';
import classes from './history.module.css';
import { useRunMessage } from '#domain/workflows/use-run-message.ts';
import { ScrolledText } from '#ui/scrolled-text.tsx';

type StepDetailsProps = {
  step: RunStep;
  isWithheld: boolean;
  rerun: (() => void) | undefined;
};

export function StepDetails({ step, isWithheld, rerun }: StepDetailsProps) {
  const { t } = useTranslation('history');
  const milliseconds = useMilliseconds();
  const runMessage = useRunMessage();
  return (
    <section className={classes.details} aria-label={step.key}>
      <header className={classes.detailsHead}>
        <h3>{step.key}</h3>
        {step.port && step.port !== 'out' && (
          <span className={classes.hint}>{t('step.port', { port: portName(t, step.port) })}</span>
        )}
        {rerun && (
          <Button size="compact-sm" variant="default" onClick={rerun}>
            {t('step.rerun')}
          </Button>
        )}
      </header>
      {step.error && <p className={classes.failure}>{runMessage(step.error)}</p>}
      {step.earlier.length > 0 && (
        <ul className={classes.attempts}>
          {step.earlier.map(({ attempt, message, ms }) => (
            <li key={attempt}>
              {t('step.attempt', { attempt })} · {milliseconds(ms)} · {runMessage({ message })}
            </li>
          ))}
        </ul>
      )}
      {!isWithheld && (
        <div className={classes.sides}>
          <Value name={t('step.input')} value={step.input} />
          <Value name={t('step.output')} value={step.output} />
        </div>
      )}
      {step.isCut && <p className={classes.hint}>{t('step.cut')}</p>}
      {step.logs.length > 0 && (
        <>
          <div className={classes.logsHead}>{t('step.logs')}</div>
          <ScrolledText className={classes.json} label={t('step.logs')}>
            {step.logs.map((message) => runMessage({ message })).join('\n')}
          </ScrolledText>
        </>
      )}
    </section>
  );
}

function Value({ name, value }: { name: string; value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <div className={classes.side}>
      <div className={classes.sideHead}>
        {name}
        <CopyButton value={text} />
      </div>
      <ScrolledText className={classes.json}>{text}</ScrolledText>
    </div>
  );
}
