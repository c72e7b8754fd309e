import { ProofDeclined } from '#domain/identity/ask-for-proof.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import classes from './problem.module.css';

/** What went wrong, unless somebody just did not want to prove that it is them. */
export function Problem({ error }: { error: unknown }) {
  if (!error || error instanceof ProofDeclined) return null;
  return (
    <p role="alert" className={classes.problem}>
      {errorText(error)}
    </p>
  );
}
