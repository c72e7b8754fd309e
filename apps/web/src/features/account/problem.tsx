import { ProofDeclined } from '#domain/identity/ask-for-proof.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import classes from './account.module.css';

/** What went wrong, unless it was the person who changed their mind. */
export function Problem({ error }: { error: unknown }) {
  if (!error || error instanceof ProofDeclined) return null;
  return (
    <p role="alert" className={classes.notice} data-tone="problem">
      {errorText(error)}
    </p>
  );
}
