import type { NodeOf } from '@causeway/contract/automations/definition.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { sqlEditorRoutes } from '@causeway/contract/sql/editor.ts';
import { sqlRoutes, type SqlResult } from '@causeway/contract/sql/sql.ts';
import { parseJson } from '#platform/bytes/json-depth.ts';
import type { Acting } from '#platform/operations/acting.ts';
import type { StepContext } from '../engine/executor.ts';
import type { DataNeeds } from './data.ts';

export type Statement = {
  connector: { id: string };
  sql: string;
  bindings?: Record<string, unknown>;
  /** What is written along with it: all of it or none. */
  further?: Pick<Statement, 'sql' | 'bindings'>[];
};

export function statementOf(
  node: Pick<NodeOf<'query'>, 'connectorId' | 'sql' | 'parameters'>,
): Statement {
  if (node.connectorId === null) throw new Failure('E_CONNECTOR_NOT_FOUND');
  const bindings = Object.fromEntries(node.parameters.map(({ name, value }) => [name, value]));
  return {
    connector: { id: node.connectorId },
    sql: node.sql,
    ...(node.parameters.length > 0 && { bindings }),
  };
}

export type WriteContext = Pick<StepContext, 'run' | 'signal' | 'stepKey' | 'isDry' | 'log'>;

/** A dry run shows what would change and rolls it back, or says why it did not. */
export async function write(
  act: DataNeeds['act'],
  { run, signal, stepKey, isDry, log }: WriteContext,
  statement: Statement,
): Promise<unknown> {
  const client = act(run);
  if (isDry) return tryWrite(client, statement, { signal, log });
  const body = { ...statement, screen: 'workflow' as const };
  const options = { signal, idempotencyKey: stepKey, requestId: run.id };
  return asRows(await client.call(sqlRoutes.post, { body }, options));
}

async function tryWrite(
  client: Acting,
  statement: Statement,
  { signal, log }: Pick<WriteContext, 'signal' | 'log'>,
) {
  const { isPreviewable, kind, estimate } = await client.call(
    sqlEditorRoutes.check,
    { body: statement },
    { signal },
  );
  if (!isPreviewable) {
    log(runMessage('notTried'));
    const told = { dryRun: true, command: kind, sql: statement.sql };
    return estimate ? { ...told, estimatedRows: estimate.rows } : told;
  }
  const preview = await client.call(sqlEditorRoutes.preview, { body: statement }, { signal });
  return { dryRun: true, ...preview };
}

export function asRows({ fields, rows, rowCount }: SqlResult) {
  const columns = fields.map(({ name, type }) => ({ name, isJson: jsonTypes.has(type) }));
  const valueIn = (row: SqlResult['rows'][number], at: number, isJson: boolean) => {
    const cell = row[at];
    return isJson && typeof cell === 'string' ? readJson(cell) : cell;
  };
  return {
    rows: rows.map((row) =>
      Object.fromEntries(columns.map(({ name, isJson }, at) => [name, valueIn(row, at, isJson)])),
    ),
    rowCount,
  };
}

const jsonTypes = new Set(['json', 'jsonb']);

/** What a later step looks into, and writes as it was. */
function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // Nested deeper than we follow: it goes on as the text it came as.
    return text;
  }
}
