import { z } from 'zod';
import { LARGEST_EDIT, screen } from './edits.ts';
import { filterText } from './filters.ts';
import { parseWithAllDigits } from '../all-digits.ts';
import { queryBoolean, queryNumber, route } from '../route.ts';
import { sentConnector, sqlCell, sqlField } from '../sql/sql.ts';
import { tableDetails, tableSummary } from './details.ts';

/** `public` unless another is named. */
const schema = z.string().min(1).max(300).default('public');
const inSchema = z.object({ connector: sentConnector, schema });
/** What E_TABLE_NOT_FOUND says in its details where the table was opened before and has another name now. */
export const renamedTable = z.object({
  renamed: z.object({ schema: z.string(), table: z.string() }),
});
export type RenamedTable = z.infer<typeof renamedTable>;

const tableParams = z.object({ table: z.string().min(1).max(300) });

export const sort = z.strictObject({
  column: z.string(),
  direction: z.enum(['asc', 'desc']).default('asc'),
});

const selection = {
  filter: filterText.optional(),
  /** A condition in SQL, read-only and checked by the parser. */
  where: z.string().max(50_000).optional(),
};

export const LARGEST_PAGE = 1_000;

const rowsQuery = inSchema.extend({
  ...selection,
  sort: z.array(sort).max(20).default([]),
  /** All when none are named; key columns always come along. */
  columns: z.array(z.string()).max(1_600).optional(),
  limit: queryNumber.int().min(1).max(LARGEST_PAGE).default(50),
  /** Continue after, or before, the row a cursor stands for. */
  after: z.string().max(20_000).optional(),
  before: z.string().max(20_000).optional(),
  /** Jump: how many rows to leave out. Slower the further it goes; paging on is not. */
  offset: queryNumber.int().min(0).max(1e12).optional(),
  /** The page with the last rows, read from the other end of the order. */
  last: queryBoolean.optional(),
});

/** Extra columns stand behind the wanted ones: parts of key and order, and the row's version. */
export const rowField = sqlField.extend({ role: z.enum(['extra', 'version']).optional() });

export const rowsPage = z.object({
  fields: z.array(rowField),
  rows: z.array(z.array(sqlCell)),
  nextCursor: z.string().nullable(),
  previousCursor: z.string().nullable(),
  /** Never waited for: the planner's estimate, or exact where the page shows all there is. */
  total: z.number().nullable(),
  totalIsExact: z.boolean(),
});
export type RowsPage = z.infer<typeof rowsPage>;

/** The key of a row: a value for each column of the key. */
export const rowKey = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export type RowKey = z.infer<typeof rowKey>;

/** In an address: bracket style, or JSON where a column's name has brackets itself. */
export const keyInAddress = z.union([
  rowKey,
  z.string().transform((text, context): RowKey => {
    try {
      return rowKey.parse(parseWithAllDigits(text));
    } catch {
      // Neither JSON nor a key: nothing else can go wrong here.
      context.addIssue({ code: 'custom', message: 'Not a key' });
      return z.NEVER;
    }
  }),
]);

export const rowAnswer = z.object({
  fields: z.array(rowField),
  row: z.array(sqlCell),
  key: z.record(z.string(), z.string()).nullable(),
  /** What a later write names to be sure that nobody was faster. */
  version: z.string().nullable(),
});

const values = z.record(z.string(), z.unknown());
const inTable = z.strictObject({
  connector: sentConnector,
  schema,
  /** Where it is done: what the ledger tells later. */
  screen: screen.default('api'),
});

/** What the writer saw: the row's version, or the old values of some columns as text. */
const guard = {
  version: z.string().max(20).optional(),
  expected: z.record(z.string(), z.union([z.string(), z.null()])).optional(),
};

const read = { action: 'sql.read', connector: 'sql' } as const;
const write = { action: 'sql.write', connector: 'sql' } as const;

export const tableRoutes = {
  schemas: route({
    method: 'GET',
    path: '/api/tables/v1/schemas',
    summary: 'Schemas of a database and how many tables each has',
    access: read,
    query: z.object({ connector: sentConnector }),
    answer: z.array(
      z.object({
        name: z.string(),
        tables: z.number(),
        isSystem: z.boolean(),
        isDefault: z.boolean(),
      }),
    ),
  }),
  list: route({
    method: 'GET',
    path: '/api/tables/v1/tables',
    summary: 'Tables of a schema by name, without the hidden ones unless asked for',
    access: read,
    query: inSchema.extend({
      hidden: queryBoolean.default(false),
      /** Part of the name or the alias. */
      search: z.string().max(300).optional(),
      limit: queryNumber.int().min(1).max(100_000).default(100_000),
      /** Ask the database anew, whatever is remembered. */
      refresh: queryBoolean.default(false),
    }),
    answer: z.object({ tables: z.array(tableSummary), more: z.boolean() }),
    raw: true,
  }),
  discover: route({
    method: 'GET',
    path: '/api/tables/v1/tables/:table',
    summary: 'One table: columns, keys, references in both directions, indexes',
    access: read,
    params: tableParams,
    query: inSchema.extend({ refresh: queryBoolean.default(false) }),
    answer: tableDetails,
  }),
  exists: route({
    method: 'GET',
    path: '/api/tables/v1/tables/:table/exists',
    summary: 'Whether there is such a table',
    access: read,
    params: tableParams,
    query: inSchema,
    answer: z.object({ exists: z.boolean() }),
  }),
  rows: route({
    method: 'GET',
    path: '/api/tables/v1/tables/:table/rows',
    summary: 'A page of rows in a stable order; never waits for a count',
    access: read,
    params: tableParams,
    query: rowsQuery,
    answer: rowsPage,
    raw: true,
  }),
  count: route({
    method: 'GET',
    path: '/api/tables/v1/tables/:table/count',
    summary: 'The exact number of rows, counted now',
    access: read,
    params: tableParams,
    query: inSchema.extend(selection),
    answer: z.object({ total: z.number(), totalIsExact: z.literal(true) }),
  }),
  statement: route({
    method: 'GET',
    path: '/api/tables/v1/tables/:table/statement',
    summary: 'The SQL that reads these rows, for use elsewhere; nothing is run',
    access: read,
    params: tableParams,
    query: rowsQuery.pick({
      connector: true,
      schema: true,
      filter: true,
      where: true,
      sort: true,
      columns: true,
    }),
    answer: z.object({ sql: z.string() }),
  }),
  show: route({
    method: 'GET',
    path: '/api/tables/v1/tables/:table/row',
    summary: 'One row by its key',
    access: read,
    params: tableParams,
    query: inSchema.extend({ key: keyInAddress }),
    answer: rowAnswer,
    raw: true,
  }),
  insert: route({
    method: 'POST',
    path: '/api/tables/v1/tables/:table/rows',
    summary: 'Add a row; what is not named takes its default. Answers with the new key',
    access: write,
    params: tableParams,
    body: inTable.extend({ values }),
    largestBody: LARGEST_EDIT,
    answer: rowAnswer,
    raw: true,
    write: 'recorded',
  }),
  update: route({
    method: 'PATCH',
    path: '/api/tables/v1/tables/:table/row',
    summary: 'Change a row by its key; nulls are skipped, setNull sets them',
    access: write,
    params: tableParams,
    body: inTable.extend({
      key: rowKey,
      /** A column `id` that is the key is skipped, and so is every null. */
      values: values.default({}),
      /** New values of the key itself. */
      newKey: rowKey.optional(),
      setNull: z.array(z.string()).max(1_600).default([]),
      setDefault: z.array(z.string()).max(1_600).default([]),
      ...guard,
    }),
    largestBody: LARGEST_EDIT,
    answer: rowAnswer,
    raw: true,
    write: 'recorded',
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/tables/v1/tables/:table/row',
    summary: 'Delete a row by its key',
    access: write,
    params: tableParams,
    body: inTable.extend({ key: rowKey, ...guard }),
    answer: rowAnswer,
    raw: true,
    write: 'recorded',
  }),
};
