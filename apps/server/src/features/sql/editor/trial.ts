import { once } from 'node:events';
import type pg from 'pg';
import type { RunRequest } from '#platform/connectors/sql/run-statement.ts';
import type { SqlSession } from '#platform/connectors/sql/sessions.ts';
import type { Completed } from '#platform/connectors/sql/statement.ts';
import type { QueryInTransaction } from '#platform/connectors/sql/transaction.ts';
import { checkReadsAsWeDo, ExtendedClient } from '#platform/connectors/sql/wire.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';

/** What happens in a transaction and is taken back. */
export type Trial = {
  query: QueryInTransaction;
  run(request: RunRequest): Promise<Completed>;
  /** Takes back what was tried so far. */
  undo(): Promise<void>;
};

export type OnlyReads = { readerRole: string | undefined };

const TRIAL = 'causeway_trial';

/**
 * Reads inside a transaction that may write: behind a savepoint the rest of it is read-only, and going
 * back to the savepoint undoes both that and whatever the reading did.
 */
export async function readingWithin<Result>(
  session: SqlSession,
  { readerRole }: OnlyReads,
  read: () => Promise<Result>,
): Promise<Result> {
  const { client } = session;
  checkReadsAsWeDo(client);
  return behindSavepoint(session, async () => {
    await client.query('set local transaction_read_only = on');
    if (readerRole !== undefined) {
      await client.query(`set local role ${quoteIdentifier(readerRole)}`);
    }
    return read();
  });
}

/** Whatever the work did is taken back, a failure that broke the transaction included. */
export async function behindSavepoint<Result>(
  session: SqlSession,
  work: () => Promise<Result>,
): Promise<Result> {
  const { client } = session;
  await client.query(`savepoint ${TRIAL}`);
  try {
    return await work();
  } finally {
    await waitUntilReady(client);
    // In a transaction that is broken or over there is no savepoint left to go back to.
    await goBack(session).catch(() => {});
    await client.query(`release savepoint ${TRIAL}`).catch(() => {});
  }
}

export async function goBack({ client }: SqlSession): Promise<void> {
  await client.query(`rollback to savepoint ${TRIAL}`);
}

const READY_PATIENCE_MS = 10_000;

/**
 * An error comes before word of what it did to the transaction, and so does an answer to a cancelled
 * call. Where no word comes, whoever is next would wait for it: the line is given up.
 */
export async function waitUntilReady(client: pg.Client): Promise<void> {
  const { readyForQuery } = client as unknown as { readyForQuery: boolean };
  if (readyForQuery) return;
  const signal = AbortSignal.timeout(READY_PATIENCE_MS);
  await Promise.race([once(client, 'drain', { signal }), once(client, 'end', { signal })]).catch(
    () => hangUp(client),
  );
}

export function hangUp(client: pg.Client): void {
  if (client instanceof ExtendedClient) client.hangUp();
}
