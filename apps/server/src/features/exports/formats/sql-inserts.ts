import { Readable } from 'node:stream';
import type { ExportFile } from '@causeway/contract/exports.ts';
import { copyOut } from '#platform/connectors/sql/copy.ts';
import { literal } from '#platform/connectors/sql/literals.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';
import type { ExportColumn } from '../columns.ts';
import { readTuples } from './tuples.ts';
import { columnText, type FormatInput, type FormattedFile, namedSource } from './format.ts';

type SqlFile = Extract<ExportFile, { format: 'sql' }>;

/** A row is one text, written by the database. */
const ALL = 'all columns together';
const LIMITS = {
  cellBytes: 32 * 1024 * 1024,
  rowBytes: 33 * 1024 * 1024,
  format: 'an INSERT',
};

/** INSERT statements, written by the database: it knows best how its values are quoted. */
export async function writeInserts(input: FormatInput, file: SqlFile): Promise<FormattedFile> {
  const { computed, hasIdentity } = await readRules(input);
  const columns = input.columns.filter(({ name }) => !computed.has(name));
  const head = `insert into ${tableText(input, file)} (${columns
    .map(({ name }) => quoteIdentifier(name))
    .join(', ')})${hasIdentity ? ' overriding system value' : ''} values\n`;
  const values = columns.map(valueText).join(` || ', ' || `);
  const copy = copyOut(
    input.client,
    `copy (select case when number = 1 then ${literal(head)}
         when number % ${file.rowsPerStatement} = 1 or ${file.rowsPerStatement} = 1
           then E';\\n' || ${literal(head)}
         else E',\\n' end || '(' || ${values} || ')'
       from (select exported.*, row_number() over () as ${NUMBER} from ${namedSource(input)})
         as exported
       cross join lateral (select exported.${NUMBER} as number) as place)
     to stdout (format binary)`,
  );
  let rows = 0;
  const text = async function* () {
    for await (const tuples of readTuples(copy, [{ name: ALL }], LIMITS)) {
      rows += tuples.length;
      yield Buffer.concat(tuples.map(([row]) => row as Buffer));
    }
    if (rows > 0) yield Buffer.from(';\n');
  };
  return { body: Readable.from(text(), { objectMode: false }), rows: () => rows };
}

const NUMBER = quoteIdentifier('row number of this export');

const bare = new Set(['int2', 'int4', 'int8', 'bool']);

function valueText(column: ExportColumn): string {
  const value = `${columnText(column)}::text`;
  return bare.has(column.typeName) ? `coalesce(${value}, 'null')` : `quote_nullable(${value})`;
}

function tableText({ source }: FormatInput, { table }: SqlFile): string {
  if (table !== undefined) return quoteIdentifier(table);
  if (!source.table) return quoteIdentifier(source.name);
  return `${quoteIdentifier(source.table.schema)}.${quoteIdentifier(source.table.name)}`;
}

/** Columns that can't be given a value, and whether one is an identity that insists on its own. */
async function readRules({ client, source, columns }: FormatInput) {
  if (!source.table) return { computed: new Set<string>(), hasIdentity: false };
  const { schema, name } = source.table;
  const { rows } = await client.query<{ name: string; computed: string; always: string }>(
    `select attname as name, (attgenerated <> '')::text as computed,
       (attidentity = 'a')::text as always
     from pg_catalog.pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and (attgenerated <> '' or attidentity = 'a')`,
    [`${quoteIdentifier(schema)}.${quoteIdentifier(name)}`],
  );
  const exported = new Set(columns.map((column) => column.name));
  return {
    computed: new Set(rows.filter((row) => row.computed === 'true').map((row) => row.name)),
    hasIdentity: rows.some((row) => row.always === 'true' && exported.has(row.name)),
  };
}
