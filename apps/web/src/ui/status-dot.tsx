import classes from './status-dot.module.css';

export type StatusTone = 'good' | 'changed' | 'failed' | 'busy' | 'idle';

/** A state as colour and word: colour alone tells nothing to many people. */
export function StatusDot({ tone, label }: { tone: StatusTone; label: string }) {
  return (
    <span className={classes.status}>
      <span className={classes.dot} data-tone={tone} aria-hidden />
      {label}
    </span>
  );
}
