import { CopyButton } from '#ui/copy-button.tsx';
import classes from './json-view.module.css';

/** A value as it is, to read and to copy into a report. */
export function JsonView({ label, value }: { label: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <div className={classes.frame}>
      {/* A long value scrolls, which a keyboard needs a tab stop for. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.scroll} aria-label={label} tabIndex={0}>
        <pre className={classes.text}>{text}</pre>
      </section>
      <div className={classes.copy}>
        <CopyButton value={text} />
      </div>
    </div>
  );
}
