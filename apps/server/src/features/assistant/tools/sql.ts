import { z } from 'zod';
import type { StepRows } from '@causeway/contract/assistant/parts.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { rowsForModel } from './for-model.ts';
import { listMasked } from './masking.ts';
import { connectorOf } from './schema.ts';
import { defineTool, type ToolContext, type ToolOutcome } from './tool.ts';
import { requireToldStatement } from './withheld.ts';

/** What a person sees in a step, and what is kept with the thread. */
const MOST_ROWS = 200;
const MOST_COLUMNS = 60;
const MOST_CHARACTERS = 500;

type Found = { rows: StepRows; masked: boolean[] };

/** What a statement finds, unless it would read what is kept from models. */
export async function readRows(context: ToolContext, sql: string): Promise<Found> {
  await requireToldStatement(context, sql);
  return askRows(context, sql);
}

export async function askRows(context: ToolContext, sql: string): Promise<Found> {
  const { as, signal } = context;
  const found = await as.call(
    sqlRoutes.read,
    { body: { sql, connector: connectorOf(context), rowLimit: MOST_ROWS } },
    { signal },
  );
  const fields = found.fields.slice(0, MOST_COLUMNS);
  const rows = {
    fields: fields.map(({ name, type }) => ({ name, type })),
    rows: found.rows.map((row) =>
      row
        .slice(0, MOST_COLUMNS)
        .map((cell) =>
          typeof cell === 'string' && cell.length > MOST_CHARACTERS
            ? `${cell.slice(0, MOST_CHARACTERS)}…`
            : cell,
        ),
    ),
    hasMore: found.hasMore ?? false,
  };
  return { rows, masked: await listMasked(context, fields) };
}

/** Runs a statement that reads, and keeps what it found for charts and tables. */
export async function runReading(
  context: ToolContext,
  { sql, about }: { sql: string; about: string },
): Promise<ToolOutcome & { resultId: string; rows: StepRows }> {
  const { rows, masked } = await readRows(context, sql);
  const resultId = `r${context.results.size + 1}`;
  context.results.set(resultId, { ...rows, sql, asOf: new Date().toISOString() });
  // Those of the built-in assistant too: a model may be told its answers later.
  const isRead = context.level === 'samples' || context.level === 'full';
  return {
    resultId,
    rows,
    told: {
      resultId,
      ...(rowsForModel(rows, context.level, masked) as object),
      ...(context.isTrusted && { count: rows.rows.length, hasMore: rows.hasMore }),
    },
    step: { about, sql, rows },
    // Numbers and dates are nobody's words; any text may be.
    ...(isRead && holdsText(rows) && { sources: [about || 'rows'] }),
  };
}

function holdsText({ rows }: StepRows): boolean {
  return rows.some((row) =>
    row.some((cell) => typeof cell === 'string' && !/^[-+]?[\d.:TZ\s/-]*$/.test(cell)),
  );
}

export const runSql = defineTool({
  name: 'run_sql',
  description:
    'Runs one SELECT on the database of this conversation (Postgres, read-only, at most 200 rows). ' +
    'Names must come from describe_table or list_tables. The person sees the rows.',
  input: z.object({
    sql: z.string().min(1).max(20_000),
    about: z.string().max(120).default('').describe('What is asked, in a few words'),
  }),
  effect: 'reads',
  scope: 'data:read',
  run: (context, input) => runReading(context, input),
});

const shapes = ['table', 'bar', 'line', 'sql'] as const;

export const present = defineTool({
  name: 'present',
  description:
    'Shows the person the result of run_sql as a table, a bar or line chart, or only its SQL to edit and run.',
  input: z.object({
    resultId: z.string().max(20),
    as: z.enum(shapes),
    title: z.string().min(1).max(200),
  }),
  effect: 'reads',
  scope: 'none',
  needsScreen: true,
  run: async ({ results, connectorId }, { resultId, as: shape, title }) => {
    const found = results.get(resultId);
    if (!found) throw new Failure('E_RESULT_GONE', 'There is no such result in this answer.');
    const { fields, rows, sql } = found;
    const statement = {
      kind: 'sql' as const,
      title,
      sql,
      ...(connectorId !== null && { connectorId }),
    };
    const isChart = (shape === 'bar' || shape === 'line') && fields.length >= 2 && rows.length > 1;
    const along = fields[0]?.name ?? '';
    if (shape === 'sql') return { told: 'shown', artifacts: [statement] };
    const drawn = isChart
      ? ({ kind: 'chart', title, form: shape, along, fields, rows } as const)
      : ({ kind: 'table', title, fields, rows } as const);
    return { told: 'shown', artifacts: [drawn, statement] };
  },
});

export const offerChoices = defineTool({
  name: 'offer_choices',
  description:
    'Offers the person up to four questions to click on, where theirs can be read in several ways.',
  input: z.object({
    label: z.string().max(200),
    items: z.array(z.string().min(1).max(200)).min(1).max(4),
  }),
  effect: 'reads',
  scope: 'none',
  needsScreen: true,
  run: async ({ show }, { label, items }) => {
    show?.({ type: 'choices', label, items });
    return { told: 'shown; wait for the person to choose' };
  },
});
