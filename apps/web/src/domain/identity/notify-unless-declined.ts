import { notifyError } from '#platform/notify-error.ts';
import { ProofDeclined } from './ask-for-proof.ts';

/** Who was asked to prove who they are and did not want to knows why nothing happened. */
export function notifyUnlessDeclined(error: unknown): void {
  if (!(error instanceof ProofDeclined)) void notifyError(error);
}
