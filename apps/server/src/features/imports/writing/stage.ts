import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { ImportPlan } from '@causeway/contract/imports/plan.ts';
import type { Reject } from '@causeway/contract/imports/records.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { copyIn } from '#platform/connectors/sql/copy.ts';
import { literal } from '#platform/connectors/sql/literals.ts';
import { copyCsv, writeCells } from '../file/csv-copy.ts';
import { arrayLiteral, asJsonText } from '../file/json-object.ts';
import { checkOptions, openFile } from '../file/open-file.ts';
import type { ByteSource } from '#platform/bytes/byte-source.ts';
import { readText } from '../file/text.ts';
import { keepsValue, mayTellNull, refuse, SAID_NULL, STAGING, stagedName } from './plan-import.ts';

/** How far reading is; counted while it runs. */
export type Reading = { rows: number; bytes: number };

export type Staging = {
  client: pg.Client;
  source: ByteSource;
  plan: ImportPlan;
  table: CatalogTable;
  isDryRun: boolean;
  reading: Reading;
  refuse(problem: Reject): void;
};

/**
 * Brings the file into a table of texts that only this transaction sees. Says which columns of the
 * file it has, in the order of the staging table.
 */
export function stageFile(staging: Staging): Promise<string[]> {
  return staging.plan.read.format === 'csv' ? stageCsv(staging) : stageRows(staging);
}

async function createStaging(client: pg.Client, columns: readonly string[]): Promise<void> {
  const list = columns.map((name) => `${name} text`);
  await client.query(
    `create temp table ${STAGING.replace('pg_temp.', '')} (${['line bigint', ...list].join(', ')})
     on commit drop`,
  );
}

/** Rows go on as they stand in the file, so all of its columns come along. */
async function stageCsv({ client, source, plan, reading, refuse: tell }: Staging) {
  const { read } = plan;
  checkOptions(read);
  const text = readText(source, read, (bytes) => {
    reading.bytes = bytes;
  });
  const copy = copyCsv(text, read, tell, { isNumbered: true });
  const first = await copy.pieces.next();
  const columns = copy.columns();
  if (columns.length === 0) throw refuse('The file is empty.');
  await createStaging(
    client,
    columns.map((_, index) => stagedName(index)),
  );
  const options = [
    'format csv',
    `delimiter ${literal(read.delimiter)}`,
    `quote ${literal(read.quote === '' ? '"' : read.quote)}`,
    ...(hasOwnMarker(plan, columns) ? [`null ${literal(MARKER)}`] : []),
  ];
  const pieces = async function* () {
    if (!first.done) yield first.value;
    for await (const piece of copy.pieces) {
      reading.rows = copy.rows();
      yield piece;
    }
    reading.rows = copy.rows();
  };
  await send(client, pieces(), options);
  return columns;
}

const MARKER = String.raw`\N`;

/** In a file of one column an empty line can't be NULL where there is a word for it. */
function hasOwnMarker({ read }: ImportPlan, columns: readonly string[]): boolean {
  return read.format === 'csv' && columns.length === 1 && read.nullWords.includes(MARKER);
}

/** What COPY has taken for NULL is; the same word in quotes is a text, and stays one. */
export function withoutTakenWords(plan: ImportPlan, columns: readonly string[]): ImportPlan {
  if (!hasOwnMarker(plan, columns)) return plan;
  const nullWords = plan.read.nullWords.filter((word) => word !== MARKER);
  return { ...plan, read: { ...plan.read, nullWords } };
}

/** Everything else is read value by value; only what is mapped is kept. */
async function stageRows(staging: Staging) {
  const { client, source, plan, table, reading, refuse: tell } = staging;
  const columns = [...new Set(plan.columns.map(({ from }) => from))];
  const convert = columns.map((name) => converterOf(plan, table, name));
  const tellsNull = asksForNull(staging);
  const reader = await openFile(source, plan.read, {
    columns,
    tellsNull,
    onBytes: (bytes) => {
      reading.bytes = bytes;
    },
  });
  const staged = columns.map((_, index) => stagedName(index));
  await createStaging(client, tellsNull ? [...staged, SAID_NULL] : staged);
  const pieces = async function* () {
    let places: number[] | undefined;
    for await (const { rows, problems } of reader.batches) {
      for (const problem of problems) tell(problem);
      places ??= placesOf(columns, reader.columns());
      let text = '';
      for (const { line, cells, nulls = [] } of rows) {
        const values = places.map((place, index) => {
          const cell = cells[place] ?? null;
          return cell === null ? null : convert[index]!(cell);
        });
        // Postgres has no text with a zero byte in it.
        if (values.some((value) => value?.includes('\0'))) tell(zeroByte(line));
        else {
          const written = tellsNull ? [...values, saidNull(places, nulls)] : values;
          text += `${line},${writeCells(written, ',', '"')}\n`;
          reading.rows += 1;
        }
      }
      if (text !== '') yield Buffer.from(text);
    }
  };
  await send(client, pieces(), ['format csv']);
  if (plan.read.format === 'xlsx' || plan.read.format === 'parquet') {
    checkPresent(columns, reader.columns());
  }
  return columns;
}

/** A dry run tells empty cells from nulls that stand there, also where all of them are written. */
function asksForNull({ plan, isDryRun }: Staging): boolean {
  return mayTellNull(plan) && (isDryRun || plan.columns.some((one) => keepsValue(plan, one)));
}

function placesOf(columns: readonly string[], found: readonly string[]): number[] {
  return columns.map((name) => found.indexOf(name));
}

/** A letter a column, and nothing where the row says null nowhere. */
function saidNull(places: readonly number[], nulls: readonly number[]): string | null {
  if (nulls.length === 0) return null;
  const said = new Set(nulls);
  return places.map((place) => (said.has(place) ? '1' : '0')).join('');
}

function checkPresent(columns: readonly string[], found: readonly string[]): void {
  const missing = columns.find((name) => !found.includes(name));
  if (missing !== undefined) throw refuse(`The file has no column '${missing}'.`);
}

/** A list of JSON becomes an array where one is wanted, and a text JSON where that is. */
function converterOf(plan: ImportPlan, table: CatalogTable, from: string) {
  const isJson = plan.read.format === 'json' || plan.read.format === 'ndjson';
  const to = plan.columns.find((column) => column.from === from)?.to;
  const column = table.columns.find(({ name }) => name === to);
  if (isJson && column?.category === 'A') {
    return (cell: string) => (cell.startsWith('[') ? toArray(cell) : cell);
  }
  const isForJson = column?.baseType === 'json' || column?.baseType === 'jsonb';
  return isJson && isForJson ? asJsonText : (cell: string) => cell;
}

/** `[2:3]={1,2}` is an array too, as Postgres writes one that counts from elsewhere. */
function toArray(cell: string): string {
  try {
    return arrayLiteral(cell);
  } catch {
    return cell;
  }
}

function zeroByte(line: number): Reject {
  return {
    line,
    column: null,
    value: null,
    rule: 'encoding',
    reason: 'A zero byte, which no text of the database can hold.',
  };
}

async function send(client: pg.Client, pieces: AsyncIterable<Buffer>, options: string[]) {
  await pipeline(
    Readable.from(pieces, { objectMode: false, highWaterMark: 1_048_576 }),
    copyIn(client, `copy ${STAGING} from stdin (${options.join(', ')})`),
  );
}
