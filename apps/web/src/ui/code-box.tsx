import { CopyButton } from './copy-button.tsx';
import classes from './code-box.module.css';

/** Text for another program, to be copied whole. */
export function CodeBox({ label, text }: { label: string; text: string }) {
  return (
    <div className={classes.box}>
      {/* Without a tab stop a keyboard could not scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={classes.code} aria-label={label} tabIndex={0}>
        {text}
      </pre>
      <div className={classes.copy}>
        <CopyButton value={text} />
      </div>
    </div>
  );
}
