import { Failure } from '@causeway/contract/errors.ts';
import type { TextResult } from '#platform/connectors/sql/databases.ts';
import { asStatementFailure } from '#platform/connectors/sql/failures.ts';
import type { SqlSession } from '#platform/connectors/sql/sessions.ts';
import type { Statement } from '#platform/db/database.ts';

/** An answer that is lost tells nothing of whether it took place. */
export async function commit({ client }: SqlSession): Promise<void> {
  try {
    await client.query('commit');
  } catch (error) {
    const isAnswer = (error as { severity?: string }).severity !== undefined;
    throw isAnswer ? asStatementFailure(error) : new Failure('E_OUTCOME_UNKNOWN');
  }
}

/** A statement of our own inside a transaction by hand. */
export async function askWithin(
  { client }: SqlSession,
  { text, values }: Statement,
): Promise<TextResult> {
  const { fields, rows, rowCount } = await client.query<(string | null)[]>({
    text,
    values: [...values],
    rowMode: 'array',
  });
  return { fields, rows, rowCount: rowCount ?? 0 };
}
