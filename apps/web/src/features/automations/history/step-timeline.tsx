import type { RunDetails } from '@causeway/contract/automations/run-shapes.ts';
import { useTranslation } from 'react-i18next';
import { toneOf } from '#domain/workflows/run-state.tsx';
import { useMilliseconds } from '#domain/workflows/use-milliseconds.ts';
import classes from './history.module.css';

type StepTimelineProps = {
  run: RunDetails;
  now: number;
  chosenKey: string | undefined;
  onChoose: (key: string) => void;
};

/** Steps as bars in time: what took long is long, what ran side by side stands side by side. */
export function StepTimeline({ run, now, chosenKey, onChoose }: StepTimelineProps) {
  const { t } = useTranslation('history');
  const milliseconds = useMilliseconds();
  const start = Date.parse(run.acceptedAt);
  const bars = run.steps.map((step) => {
    const from = Date.parse(step.startedAt) - start;
    // What goes on reaches up to now.
    const ms = step.ms ?? Math.max(0, now - start - from);
    return { step, from, ms };
  });
  const whole = Math.max(1, run.ms ?? now - start, ...bars.map(({ from, ms }) => from + ms));
  if (run.steps.length === 0) return <p className={classes.hint}>{t('run.noSteps')}</p>;
  return (
    <div className={classes.timeline}>
      <div className={classes.axis} aria-hidden>
        <span />
        <span className={classes.ticks}>
          {[0, 0.25, 0.5, 0.75, 1].map((share) => (
            <span key={share}>{milliseconds(Math.round(whole * share))}</span>
          ))}
        </span>
        <span />
      </div>
      <ol className={classes.bars}>
        {bars.map(({ step, from, ms }) => {
          const left = (from / whole) * 100;
          const width = (ms / whole) * 100;
          return (
            <li key={step.key}>
              <button
                type="button"
                className={classes.step}
                aria-pressed={step.key === chosenKey}
                onClick={() => onChoose(step.key)}
              >
                <span className={classes.stepName}>{step.key}</span>
                <span className={classes.track} aria-hidden>
                  <span
                    className={classes.bar}
                    data-tone={toneOf[step.status]}
                    style={{
                      left: `${Math.max(0, Math.min(99, left))}%`,
                      width: `${Math.max(0.6, Math.min(100 - left, width))}%`,
                    }}
                  />
                </span>
                <span className={classes.stepTime}>
                  {t(`automations:status.${step.status}`)} · {milliseconds(ms)}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
