import type { NodeOf } from '@causeway/contract/automations/definition.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { MOST_TOGETHER } from '@causeway/contract/sql/sql.ts';
import type { Executor } from '../engine/executor.ts';
import type { DataNeeds } from './data.ts';
import { statementOf, write } from './statements.ts';

/**
 * Rows are written by key, all of them or none. Those that name other columns have a statement of their
 * own, in their order and in the same transaction: what a row does not name stays as it is, or becomes
 * its column's default.
 */
export function upsertStep({ act }: DataNeeds): Executor<'upsert'> {
  return {
    effect: 'writes',
    execute: async (context) => {
      const { node, spend } = context;
      const rows = Array.isArray(node.rows) ? node.rows : [node.rows];
      spend('rows', rows.length);
      const { connector } = statementOf({ ...node, sql: '', parameters: [] });
      const statements = byColumns(rows).map((alike) => upsertStatement(node, alike));
      const [first, ...further] = statements;
      // Tried out, each shows its own rows.
      const isTogether = !context.isDry && first && further.length > 0;
      const outputs: Written[] = [];
      for (const part of isTogether ? [{ ...first, further }] : statements) {
        spend('calls', 1);
        outputs.push((await write(act, context, { connector, ...part })) as Written);
      }
      return { output: together(outputs) };
    },
  };
}

type Written = { rows?: unknown[]; rowCount?: number };

function together(outputs: readonly Written[]): Written {
  const [first = { rows: [], rowCount: 0 }] = outputs;
  if (outputs.length <= 1) return first;
  return {
    ...first,
    rows: outputs.flatMap(({ rows = [] }) => rows),
    rowCount: outputs.reduce((sum, { rowCount = 0 }) => sum + rowCount, 0),
  };
}

/** Rows that name the same columns, in whatever order. */
function byColumns(rows: readonly unknown[]): unknown[][] {
  const alike = Map.groupBy(rows, (row) => JSON.stringify(Object.keys(row ?? {}).toSorted()));
  if (alike.size > MOST_TOGETHER) throw new Error(runMessage('tooManyShapes'));
  return [...alike.values()];
}

/** One bound value for all rows; every name is quoted by the same code that quotes all others. */
function upsertStatement(node: NodeOf<'upsert'>, rows: unknown[]) {
  const columns = Object.keys(rows[0] ?? {});
  const names = Object.fromEntries(columns.map((column, at) => [`c${at}`, [column]]));
  const list = columns.map((_, at) => `:c${at}:`).join(', ');
  const keys = node.keys.map((key) => `:c${columns.indexOf(key)}:`);
  if (node.keys.some((key) => !columns.includes(key))) {
    throw new Error(runMessage('keyColumnMissing'));
  }
  const others = columns.flatMap((column, at) =>
    node.keys.includes(column) ? [] : [`:c${at}: = excluded.:c${at}:`],
  );
  const meeting = others.length === 0 ? 'do nothing' : `do update set ${others.join(', ')}`;
  return {
    sql: `insert into :target: (${list})
      select ${list} from json_populate_recordset(cast(null as :target:), cast(:rows as json))
      on conflict (${keys.join(', ')}) ${meeting}`,
    bindings: {
      ...names,
      target: [node.schema, node.table],
      rows: JSON.stringify(rows),
    } as Record<string, unknown>,
  };
}
