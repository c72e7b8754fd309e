import { type RunResult, sqlEditorRoutes } from '@causeway/contract/sql/editor.ts';
import { api } from '#platform/api/api.ts';

/**
 * Runs statements that change how tables are made, as the SQL editor would: with the rights of who
 * asks, in their history. Several are one transaction: all of it happens or none. A single one runs
 * alone, since some (an index made while writes go on) may not stand in a transaction.
 */
export async function runStatements(connectorId: string, statements: string[]): Promise<void> {
  const [only, ...others] = statements;
  if (only === undefined) return;
  if (others.length === 0) {
    await run(connectorId, only);
    return;
  }
  const { transaction } = await run(connectorId, 'begin');
  if (!transaction) throw new Error('No transaction was opened');
  const end = (how: 'commit' | 'rollback') =>
    api.call(sqlEditorRoutes.endTransaction, {
      params: { transactionId: transaction.id },
      body: { connector: { id: connectorId }, how },
    });
  try {
    for (const statement of statements) await run(connectorId, statement, transaction.id);
  } catch (error) {
    // What went wrong is what is told; what can't be rolled back now is once nobody asks for it.
    await end('rollback').catch(() => {});
    throw error;
  }
  await end('commit');
}

/** Confirmed: the dialog showed the statement, and says what a drop takes along. */
function run(connectorId: string, sql: string, transactionId?: string): Promise<RunResult> {
  const body = {
    connector: { id: connectorId },
    sql,
    // None at all, so that `?` of an expression stays what it is.
    bindings: {},
    confirmed: true,
    ...(transactionId !== undefined && { transactionId }),
  };
  return api.call(sqlEditorRoutes.run, { body });
}
