import { errorText } from '#platform/i18n/error-text.ts';
import classes from './problem.module.css';

/** What went wrong with a change, where it was made. */
export function Problem({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <p role="alert" className={classes.problem}>
      {errorText(error)}
    </p>
  );
}
