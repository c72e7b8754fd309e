import type { SqlCall } from '../run-sql.ts';
import { endWithoutRights, ownerOf } from './run.ts';
import type { Transactions } from './transactions.ts';
import type { OnlyReads, Trial } from './trial.ts';

/** The transaction by hand that something is looked at in. */
export type InTransaction = {
  hasChangedSchema(): boolean;
  tryOut<Result>(
    attempt: (trial: Trial) => Promise<Result>,
    onlyReads?: OnlyReads,
  ): Promise<Result>;
};

/** Undefined where nobody named one: then what is committed is looked at. */
export async function findTransaction(
  transactions: Transactions,
  { actor, opened, signal }: Pick<SqlCall, 'actor' | 'opened' | 'signal'>,
  id: string | undefined,
): Promise<InTransaction | undefined> {
  if (id === undefined) return undefined;
  await endWithoutRights(transactions, { actor, opened }, id);
  const owner = ownerOf(actor, opened);
  return {
    hasChangedSchema: () => transactions.hasChangedSchema(owner, id),
    tryOut: (attempt, onlyReads) => transactions.tryOut(owner, id, { signal, onlyReads }, attempt),
  };
}
