import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { ImportPlan } from '@causeway/contract/imports/plan.ts';
import type { ByteSource } from '#platform/bytes/byte-source.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { copyIn } from '#platform/connectors/sql/copy.ts';
import { literal } from '#platform/connectors/sql/literals.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';
import { copyCsv } from '../file/csv-copy.ts';
import { checkOptions } from '../file/open-file.ts';
import { readText } from '../file/text.ts';
import { matchColumns, type WrittenColumn } from './plan-import.ts';
import type { Staging } from './stage.ts';
import { hasNoEmptyValue } from './values.ts';
import { readVersion, usesNumbers, type Written } from './write-staged.ts';

/**
 * A file that says what the table is to hold, value for value, goes into it by one COPY: the database
 * reads and checks every row once, instead of a text of it first and then its value. Undefined where
 * values have to be looked at before; throws what the database says of the first bad row, and then
 * only staging tells all of them.
 */
export async function copyStraight(
  straight: Omit<Staging, 'isDryRun'>,
): Promise<Written | undefined> {
  const { client, source, plan, reading, refuse } = straight;
  const statement = await findStatement(straight);
  if (statement === undefined) return undefined;
  const text = readText(source, plan.read, (bytes) => {
    reading.bytes = bytes;
  });
  const copy = copyCsv(text, plan.read, refuse, { isNumbered: false });
  const pieces = async function* () {
    for await (const piece of copy.pieces) {
      reading.rows = copy.rows();
      yield piece;
    }
    reading.rows = copy.rows();
  };
  // Inside a savepoint of their own, rows bear a version that nothing else has.
  await client.query('savepoint inserting');
  const rows = copyIn(client, statement);
  await pipeline(Readable.from(pieces(), { objectMode: false, highWaterMark: 1_048_576 }), rows);
  const version = await readVersion(client);
  await client.query('release savepoint inserting');
  // A trigger of the table may leave rows out.
  const skipped = copy.rows() - rows.rowCount;
  return { inserted: rows.rowCount, updated: 0, skipped, version };
}

async function findStatement({ client, source, plan, table }: Omit<Staging, 'isDryRun'>) {
  const { read } = plan;
  const isAsItStands = read.format === 'csv' && read.nullWords.length === 0 && read.decimal === '.';
  if (!isAsItStands || plan.mode.kind !== 'insert' || table.kind !== 'table') return undefined;
  checkOptions(read);
  const fileColumns = await readColumns(source, plan);
  // A file of one column may have a line that means the end to COPY.
  if (fileColumns.length < 2) return undefined;
  const columns = matchColumns(plan, table, fileColumns);
  const inOrder = fileColumns.map((name) => columns.filter(({ from }) => from === name));
  const areAllWrittenOnce = inOrder.every((written) => written.length === 1);
  const hasDefaults = columns.some(({ nulls }) => nulls === 'default');
  // Numbers of a sequence do not come back when the rows turn out to be bad.
  if (!areAllWrittenOnce || hasDefaults || usesNumbers({ table, columns })) return undefined;
  if (await isRewritten(client, table)) return undefined;
  return copySql(plan, table, inOrder.flat());
}

function copySql({ read }: ImportPlan, table: CatalogTable, columns: WrittenColumn[]): string {
  const list = (some: WrittenColumn[]) =>
    some.map(({ column }) => quoteIdentifier(column.name)).join(', ');
  const [empty, nothing] = [
    columns.filter(({ nulls }) => nulls === 'nullIsEmpty'),
    columns.filter(
      ({ nulls, column }) =>
        nulls !== 'nullIsEmpty' && (nulls === 'emptyIsNull' || hasNoEmptyValue(column)),
    ),
  ];
  const options = [
    'format csv',
    `delimiter ${literal(read.delimiter)}`,
    `quote ${literal(read.quote === '' ? '"' : read.quote)}`,
    ...(nothing.length > 0 ? [`force_null (${list(nothing)})`] : []),
    ...(empty.length > 0 ? [`force_not_null (${list(empty)})`] : []),
  ];
  const name = `${quoteIdentifier(table.schema)}.${quoteIdentifier(table.name)}`;
  return `copy ${name} (${list(columns)}) from stdin (${options.join(', ')})`;
}

async function readColumns(source: ByteSource, { read }: ImportPlan): Promise<string[]> {
  const copy = copyCsv(readText(source, read), read, () => {}, { isNumbered: false });
  await copy.pieces.next();
  await copy.pieces.return(undefined);
  return copy.columns();
}

/** Rules that turn an INSERT into something else, and policies, are not asked by COPY. */
async function isRewritten(client: pg.Client, { oid }: CatalogTable): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_catalog.pg_class relation
     where oid = $1::int8::oid and (relhasrules or relrowsecurity)`,
    [oid],
  );
  return (rowCount ?? 0) > 0;
}
