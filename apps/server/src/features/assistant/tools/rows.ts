import { z } from 'zod';
import { Failure } from '@causeway/contract/errors.ts';
import {
  type DraftChange,
  draftChange,
  draftRoutes,
  refOfKey,
  type RowImage,
  type StagedValue,
} from '@causeway/contract/tables/edits.ts';
import { type RowKey, rowKey, tableRoutes } from '@causeway/contract/tables/tables.ts';
import { linkTo } from './finding.ts';
import { describeChanges, titleOf } from './row-changes.ts';
import { connectorOf } from './schema.ts';
import { defineTool, type ToolContext } from './tool.ts';
import { requireTold } from './withheld.ts';

/** More can't be read before it is approved. */
const MOST_ROWS = 20;

const name = z.string().min(1).max(300);
const place = { table: name, schema: name.default('public') };
const values = z
  .record(name, z.unknown())
  .describe('Column → value: text as Postgres reads it, a number, true or false, null, or JSON');
const key = rowKey.describe('A value for each column of the primary key; describe_table tells it');
const prepared = z.array(draftChange).min(1);

type Place = { table: string; schema: string };

/**
 * Rows are changed as people change them in the explorer: staged, compared with what was shown, written
 * in one transaction or not at all, kept in the history of the table and taken back from there.
 */
export const insertRows = defineTool({
  name: 'insert_rows',
  description: 'Proposes to add up to 20 rows to a table. What is not named takes its default.',
  input: z.object({ ...place, rows: z.array(values).min(1).max(MOST_ROWS) }),
  effect: 'writes',
  scope: 'data:write',
  prepare: async (context, { rows, ...where }) => {
    await requireColumns(context, where, rows);
    return rows.map((row) => ({
      kind: 'insert' as const,
      ref: crypto.randomUUID(),
      values: stage(row),
    }));
  },
  preview: (input, language, changes) => preview(input, language, changes),
  run: (context, input) => write(context, input),
});

export const updateRows = defineTool({
  name: 'update_rows',
  description: 'Proposes to change up to 20 rows of a table, each named by its primary key.',
  input: z.object({
    ...place,
    rows: z.array(z.object({ key, values })).min(1).max(MOST_ROWS),
  }),
  effect: 'writes',
  scope: 'data:write',
  prepare: async (context, { rows, ...where }) => {
    const changed = rows.map((row) => row.values);
    await requireColumns(context, where, changed);
    return Promise.all(
      rows.map(async (row) => {
        const seen = await readRow(context, where, row.key);
        return { kind: 'update' as const, ...seen, values: stage(row.values) };
      }),
    );
  },
  preview: (input, language, changes) => preview(input, language, changes),
  run: (context, input) => write(context, input),
});

export const deleteRows = defineTool({
  name: 'delete_rows',
  description: 'Proposes to delete up to 20 rows of a table, each named by its primary key.',
  input: z.object({ ...place, keys: z.array(key).min(1).max(MOST_ROWS) }),
  effect: 'writes',
  scope: 'data:write',
  prepare: (context, { keys, ...where }) =>
    Promise.all(
      keys.map(async (wanted) => {
        const seen = await readRow(context, where, wanted);
        return { kind: 'delete' as const, ...seen };
      }),
    ),
  preview: (input, language, changes) => preview(input, language, changes),
  run: (context, input) => write(context, input),
});

function preview({ table, schema }: Place, language: 'en' | 'de', stored: unknown) {
  const changes = prepared.parse(stored);
  const called = schema === 'public' ? table : `${schema}.${table}`;
  return { title: titleOf(changes, called, language), input: describeChanges(changes) };
}

function stage(row: Record<string, unknown>): Record<string, StagedValue> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, stageValue(value)]),
  );
}

function stageValue(value: unknown): StagedValue {
  if (value === null || value === undefined) return { null: true };
  return { set: typeof value === 'object' ? JSON.stringify(value) : String(value) };
}

async function requireColumns(
  context: ToolContext,
  { table, schema }: Place,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const { columns, isWithheld } = await context.as.call(
    tableRoutes.discover,
    { params: { table }, query: { connector: connectorOf(context), schema } },
    { signal: context.signal },
  );
  if (isWithheld) throw new Failure('E_TABLE_NOT_FOUND');
  const known = new Set(columns.map((column) => column.name));
  const unknown = rows.flatMap((row) => Object.keys(row)).find((column) => !known.has(column));
  if (unknown === undefined) return;
  const names = [...known].slice(0, 40).join(', ');
  throw new Failure('E_COLUMN_NOT_FOUND', `${table} has no such column; it has ${names}.`);
}

/** The row as it is now: what a person approves is a change of exactly this. */
async function readRow(context: ToolContext, { table, schema }: Place, wanted: RowKey) {
  await requireTold(context, { table, schema });
  const row = await context.as.call(
    tableRoutes.show,
    { params: { table }, query: { connector: connectorOf(context), schema, key: wanted } },
    { signal: context.signal },
  );
  if (!row.key) throw new Failure('E_TABLE_READ_ONLY');
  const cells = row.fields.flatMap(({ name: column, role }, index): [string, string | null][] => {
    const cell = row.row[index] ?? null;
    return role === undefined ? [[column, cell === null ? null : String(cell)]] : [];
  });
  const base: RowImage = Object.fromEntries(cells);
  return { ref: refOfKey(row.key), key: row.key, version: row.version, base };
}

async function write(context: ToolContext, { table, schema }: Place) {
  const { as, signal } = context;
  const changes = prepared.parse(context.prepared);
  const connector = connectorOf(context);
  const params = { table };
  const refs = changes.map(({ ref }) => ref);
  const staged = await as.call(
    draftRoutes.show,
    { params, query: { connector, schema } },
    { signal },
  );
  if (staged.changes.some((other) => isInTheWay(other, changes))) {
    throw new Failure('E_DRAFT_BUSY', 'You have unsaved changes of the same rows in the explorer.');
  }
  const body = { connector, schema };
  await as.call(draftRoutes.stage, { params, body: { ...body, put: changes } }, { signal });
  try {
    await as.call(draftRoutes.apply, { params, body: { ...body, refs } }, { signal });
  } catch (error) {
    const dropped = { params, body: { ...body, drop: refs } };
    await as.call(draftRoutes.stage, dropped, { signal, idempotencyKey: 'taken back' });
    throw error;
  }
  return {
    told: { rows: changes.length, link: linkTo(context, { place: 'table', table, schema }) },
  };
}

/** Somebody's own edit of the row; what an interrupted try of ours staged is none. */
function isInTheWay(other: DraftChange, changes: readonly DraftChange[]): boolean {
  const ours = changes.find(({ ref }) => ref === other.ref);
  if (!ours) return false;
  const valuesOf = (change: DraftChange) =>
    JSON.stringify([change.kind, change.kind === 'delete' ? {} : change.values]);
  return valuesOf(ours) !== valuesOf(other);
}
