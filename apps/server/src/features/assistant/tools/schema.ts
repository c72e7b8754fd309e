import { z } from 'zod';
import { Failure } from '@causeway/contract/errors.ts';
import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import { findColumns } from './search-columns.ts';
import { defineTool, type ToolContext } from './tool.ts';
import { requireTold } from './withheld.ts';

const MOST_LISTED = 200;
const MOST_SCHEMAS = 20;
const MOST_FOUND = 50;

export function connectorOf({ connectorId }: ToolContext): { id: string } {
  if (connectorId === null) {
    throw new Failure('E_CONNECTOR_NOT_FOUND', 'No database is chosen for this conversation.');
  }
  return { id: connectorId };
}

async function listAll(context: ToolContext, search?: string) {
  const { as, signal } = context;
  const connector = connectorOf(context);
  const schemas = await as.call(tableRoutes.schemas, { query: { connector } }, { signal });
  const wanted = schemas.filter(({ isSystem, tables }) => !isSystem && tables > 0);
  let isCut = wanted.length > MOST_SCHEMAS;
  const lists = await Promise.all(
    wanted.slice(0, MOST_SCHEMAS).map(async ({ name: schema }) => {
      const { tables, more } = await as.call(
        tableRoutes.list,
        { query: { connector, schema, search, limit: MOST_LISTED } },
        { signal },
      );
      isCut ||= more;
      const told = tables.filter(({ isWithheld }) => !isWithheld);
      return told.map((table) => ({ schema, ...table }));
    }),
  );
  return { tables: lists.flat(), isCut };
}

export const listTables = defineTool({
  name: 'list_tables',
  description:
    'Lists the tables and views of the database of this conversation. isCut: there are more, which search_schema finds.',
  input: z.object({}),
  effect: 'reads',
  scope: 'data:read',
  run: async (context) => {
    const { tables, isCut } = await listAll(context);
    const isOpen = context.level !== 'schema';
    return {
      told: {
        tables: tables.slice(0, MOST_LISTED).map(({ schema, name, kind, rowCount }) => ({
          table: schema === 'public' ? name : `${schema}.${name}`,
          kind,
          ...(isOpen && { rows: rowCount }),
        })),
        isCut: isCut || tables.length > MOST_LISTED,
      },
      step: { about: `${tables.length}` },
    };
  },
});

export const searchSchema = defineTool({
  name: 'search_schema',
  description:
    'Finds tables by part of their name or alias, and columns by part of their name or comment. isCut: there are more.',
  input: z.object({ text: z.string().min(1).max(100) }),
  effect: 'reads',
  scope: 'data:read',
  run: async (context, { text }) => {
    const [{ tables, isCut }, columns] = await Promise.all([
      listAll(context, text),
      findColumns(context, text),
    ]);
    const shown = columns.slice(0, MOST_FOUND);
    const commented = shown.filter(({ comment }) => comment !== null);
    return {
      told: {
        tables: tables
          .slice(0, MOST_FOUND)
          .map(({ schema, name, kind }) => ({ schema, name, kind })),
        columns: shown.map(({ comment, ...column }) => ({
          ...column,
          ...(comment !== null && { comment }),
        })),
        isCut: isCut || tables.length > MOST_FOUND || columns.length > MOST_FOUND,
      },
      step: { about: text },
      ...sourcesOf([...new Set(commented.map(({ table }) => `comments of ${table}`))]),
    };
  },
});

export const describeTable = defineTool({
  name: 'describe_table',
  description:
    'Columns, types, keys and references of one table, and its measures: numbers as the people of this project define them. Where one is asked for by its name or a synonym, use its expression and filter as they stand, and say so.',
  input: z.object({
    table: z.string().min(1).max(300),
    schema: z.string().min(1).max(300).default('public'),
  }),
  effect: 'reads',
  scope: 'data:read',
  run: async (context, { table, schema }) => {
    const { as, signal } = context;
    const details = await as.call(
      tableRoutes.discover,
      { params: { table }, query: { connector: connectorOf(context), schema } },
      { signal },
    );
    if (details.isWithheld) throw new Failure('E_TABLE_NOT_FOUND');
    await requireTold(context, { schema, table });
    const isOpen = context.level === 'samples' || context.level === 'full';
    const measures = await listToldMeasures(context, { schema, table });
    const comments = [details.description, ...details.columns.map((column) => column.description)];
    return {
      told: {
        schema,
        table,
        kind: details.kind,
        // Comments are others' words: shown where rows would be.
        ...(isOpen && details.description !== null && { comment: details.description }),
        ...(context.level !== 'schema' && { rows: details.rowCount }),
        columns: details.columns.slice(0, 200).map((column) => ({
          name: column.name,
          type: column.exactType,
          nullable: column.isNullable,
          ...(column.enumValues && { values: column.enumValues.slice(0, 50) }),
          ...(isOpen && column.description !== null && { comment: column.description }),
        })),
        primaryKey: details.primaryKey?.columns ?? [],
        references: details.foreignKeys.map(({ columns, references }) => ({
          columns,
          table: references.table,
          to: references.columns,
        })),
        referencedBy: details.referencedBy
          .slice(0, 50)
          .map(({ from }) => ({ table: from.table, columns: from.columns })),
        ...(measures.length > 0 && { measures }),
      },
      step: { about: table },
      ...sourcesOf([
        ...(isOpen && comments.some(Boolean) ? [`comments of ${table}`] : []),
        ...(measures.length > 0 ? [`measures of ${table}`] : []),
      ]),
    };
  },
});

/** What others wrote taints; where nobody did there is nothing to name. */
function sourcesOf(sources: string[]): { sources?: string[] } {
  return sources.length > 0 ? { sources } : {};
}

async function listToldMeasures(
  { listMeasures }: ToolContext,
  { schema, table }: { schema: string; table: string },
) {
  const measures = await listMeasures();
  return measures
    .filter((one) => one.schema === schema && one.table === table)
    .map(({ name, synonyms, expression, filter }) => ({ name, synonyms, expression, filter }));
}
