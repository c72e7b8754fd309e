import { z } from 'zod';
import { Failure } from '@causeway/contract/errors.ts';
import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import { defineTool, type ToolContext } from './tool.ts';

const MOST_LISTED = 200;

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
  const wanted = schemas.filter(({ isSystem, tables }) => !isSystem && tables > 0).slice(0, 20);
  const lists = await Promise.all(
    wanted.map(async ({ name: schema }) => {
      const { tables } = await as.call(
        tableRoutes.list,
        { query: { connector, schema, search, limit: MOST_LISTED } },
        { signal },
      );
      return tables.map((table) => ({ schema, ...table }));
    }),
  );
  return lists.flat();
}

export const listTables = defineTool({
  name: 'list_tables',
  description: 'Lists the tables and views of the database of this conversation.',
  input: z.object({}),
  effect: 'reads',
  scope: 'data:read',
  run: async (context) => {
    const tables = await listAll(context);
    const isOpen = context.level !== 'schema';
    return {
      told: tables.slice(0, MOST_LISTED).map(({ schema, name, kind, rowCount }) => ({
        table: schema === 'public' ? name : `${schema}.${name}`,
        kind,
        ...(isOpen && { rows: rowCount }),
      })),
      step: { about: `${tables.length}` },
    };
  },
});

export const searchSchema = defineTool({
  name: 'search_schema',
  description: 'Finds tables by part of their name or alias.',
  input: z.object({ text: z.string().min(1).max(100) }),
  effect: 'reads',
  scope: 'data:read',
  run: async (context, { text }) => {
    const tables = await listAll(context, text);
    return {
      told: tables.slice(0, 50).map(({ schema, name, kind }) => ({ schema, name, kind })),
      step: { about: text },
    };
  },
});

export const describeTable = defineTool({
  name: 'describe_table',
  description: 'Columns, types, keys and references of one table.',
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
    const isOpen = context.level === 'samples' || context.level === 'full';
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
      },
      step: { about: table },
      ...(isOpen && comments.some(Boolean) && { sources: [`comments of ${table}`] }),
    };
  },
});
