import { errorText } from '#platform/i18n/error-text.ts';
import classes from './guest-card.module.css';

export function Failure({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <p role="alert" className={classes.failure}>
      {errorText(error)}
    </p>
  );
}
