import type pg from 'pg';
import type { ImportPlan } from '@causeway/contract/imports/plan.ts';
import type { ImportResult } from '@causeway/contract/imports/records.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { copyOut } from '#platform/connectors/sql/copy.ts';
import { printed } from '#platform/connectors/sql/table-sql.ts';
import { identifier, quoteIdentifier } from '#platform/db/sql.ts';
import type { ImagedChange } from '#platform/ledger/ledger.ts';
import { countEmptyCells, isGood, keyMatch, nameOf, valueBeside } from './kept-values.ts';
import { STAGING, type WrittenColumn } from './plan-import.ts';
import { drawsNumber, type Numbers, textOf, valueOf, withMadeUpNumbers } from './values.ts';

/** Writes what is staged into the table, leaving out rows that were found bad. */
export type Writing = {
  client: pg.Client;
  plan: ImportPlan;
  table: CatalogTable;
  columns: WrittenColumn[];
  /** Made up where the rows are taken back anyway. */
  numbers: Numbers;
};

export type Written = {
  inserted: number;
  updated: number;
  skipped: number;
  /** What the inserted rows bear as their version; none else has it. */
  version: string;
  /** Only told where the rows are taken back anyway. */
  emptyCells?: ImportResult['emptyCells'];
};

/** Lines from … to, where not all are meant. */
export type Lines = { from: number; to: number };

/** Rows that were there are changed first and told one by one; all others are inserted at once. */
export async function writeStaged(
  writing: Writing,
  tell: (changes: AsyncIterable<ImagedChange>) => Promise<void>,
): Promise<Written> {
  const { client, plan, numbers } = writing;
  let updated = 0;
  const emptyCells =
    numbers === 'made up' ? await countEmptyCells(client, writing, numbers) : undefined;
  if (plan.mode.kind === 'upsert') {
    await client.query('savepoint updating');
    await tell(
      counting(updateExisting(writing, plan.mode.key), () => {
        updated += 1;
      }),
    );
    await client.query('release savepoint updating');
  }
  // Inside a savepoint of their own, inserted rows bear a version that the changed ones do not.
  await client.query('savepoint inserting');
  const { rowCount } = await client.query(insertSql(writing));
  const version = await readVersion(client);
  await client.query('release savepoint inserting');
  const { rows } = await client.query<{ staged: string }>(
    `select count(*) as staged from ${STAGING} staged where ${isGood}`,
  );
  const inserted = rowCount ?? 0;
  const skipped = Number(rows[0]?.staged ?? 0) - inserted - updated;
  return { inserted, updated, skipped, version, ...(emptyCells?.length ? { emptyCells } : {}) };
}

/** A row written right now tells under which number everything here is written. */
export async function readVersion(client: pg.Client): Promise<string> {
  await client.query('create temp table if not exists causeway_mark () on commit drop');
  await client.query('insert into pg_temp.causeway_mark default values');
  const { rows } = await client.query<{ version: string }>(
    'select xmin::text as version from pg_temp.causeway_mark order by ctid desc limit 1',
  );
  return rows[0]?.version ?? '';
}

export function insertSql({ plan, table, columns, numbers }: Writing, lines?: Lines): string {
  const numbered = numbers === 'made up' ? unwrittenNumbers(table, columns) : [];
  const names = [...columns.map(({ column }) => column), ...numbered].map(({ name }) =>
    quoteIdentifier(name),
  );
  const values = [
    ...columns.map((written) => valueOf(written, plan.read, numbers)),
    ...numbered.map(withMadeUpNumbers),
  ];
  const isIdentity = [...columns.map(({ column }) => column), ...numbered].some(
    ({ identity }) => identity === 'always',
  );
  const conditions = [
    isGood,
    ...(lines ? [`staged.line between ${lines.from} and ${lines.to}`] : []),
    ...(plan.mode.kind === 'upsert' ? [isAbsent({ plan, table, columns }, plan.mode.key)] : []),
  ];
  const conflict =
    plan.mode.kind === 'insertNew'
      ? `on conflict (${plan.mode.key.map(quoteIdentifier).join(', ')}) do nothing`
      : '';
  return `insert into ${nameOf(table)} (${names.join(', ')})
    ${isIdentity ? 'overriding system value' : ''}
    select ${values.join(', ')} from ${STAGING} staged where ${conditions.join(' and ')} ${conflict}`;
}

/** Columns that the database itself would number. */
function unwrittenNumbers(table: CatalogTable, columns: WrittenColumn[]) {
  const written = new Set(columns.map(({ column }) => column.name));
  return table.columns.filter((column) => drawsNumber(column) && !written.has(column.name));
}

/** Whether writing uses up numbers of a sequence. */
export function usesNumbers({ table, columns }: Pick<Writing, 'table' | 'columns'>): boolean {
  const fillsIn = columns.some(({ column, nulls }) => nulls === 'default' && drawsNumber(column));
  return fillsIn || unwrittenNumbers(table, columns).length > 0;
}

function isAbsent(writing: Pick<Writing, 'plan' | 'table' | 'columns'>, key: readonly string[]) {
  return `not exists (select from ${nameOf(writing.table)} known where ${keyMatch(writing, key)})`;
}

/**
 * Changes the rows whose key is in the file, where a value differs. Old and new row come back as
 * text, for the ledger: what is changed comes from what was told, since the other way round a row
 * could be changed before it is looked for, and would not be found. A key that is twice in the file
 * would change a row twice: that is refused.
 */
async function* updateExisting(
  writing: Writing,
  key: readonly string[],
): AsyncGenerator<ImagedChange> {
  const { client, plan, table, columns } = writing;
  const rest = columns.filter(({ column }) => !key.includes(column.name));
  if (rest.length === 0) return;
  await refuseRepeatedKeys(writing, key);
  const assign = rest.map((written) => {
    return `${quoteIdentifier(written.column.name)} = ${valueBeside(written, plan, writing.numbers)}`;
  });
  const differs = rest.map((written) => {
    const { name, exactType, baseType } = written.column;
    const value = `(${valueBeside(written, plan, writing.numbers)})`;
    const isOther = `known.${quoteIdentifier(name)}::text is distinct from ${value}::${exactType}::text`;
    // What is too long is cut by the cast, and left to the assignment, which refuses it.
    const mayBeCut = /^(character|bit)\b/.test(baseType);
    return mayBeCut ? `${isOther} or ${value}::${exactType} is distinct from ${value}` : isOther;
  });
  const images = table.columns.map((column) => printed(column, identifier('known', column.name)));
  const image = `array[${images.map(({ text }) => text).join(', ')}]`;
  const told = table.key ?? key;
  const keys = `array[${told.map((name) => `known.${quoteIdentifier(name)}::text`).join(', ')}]`;
  const copy = copyOut(
    client,
    `copy (with old as materialized (
         select staged.*, ${keys} as key, ${image} as image
         from ${nameOf(table)} known, ${STAGING} staged
         where ${isGood} and ${keyMatch(writing, key)} and (${differs.join(' or ')})
         for update of known),
       new as (
         update ${nameOf(table)} known set ${assign.join(', ')} from old as staged
         where ${keyMatch(writing, key)}
         returning staged.line, ${keys} as key, ${image} as image)
       select json_build_array(old.key, new.key, old.image, new.image)
       from old join new using (line))
     to stdout (format csv, quote E'\\x01', delimiter E'\\x02')`,
  );
  for await (const line of linesOf(copy)) {
    const [keyBefore, keyAfter, before, after] = JSON.parse(line) as [
      string[],
      string[],
      string[],
      string[],
    ];
    yield { kind: 'update', keyBefore, keyAfter, before, after };
  }
}

async function refuseRepeatedKeys({ client, plan, columns }: Writing, key: readonly string[]) {
  const values = key.map((name) => {
    const written = columns.find(({ column }) => column.name === name) as WrittenColumn;
    return `(${textOf(written, plan.read)})::${written.column.castType}`;
  });
  const { rows } = await client.query(
    `select from ${STAGING} staged where ${isGood} group by ${values.join(', ')}
     having count(*) > 1 limit 1`,
  );
  if (rows.length > 0) throw new RepeatedKey('A key is twice in the file');
}

/** Not for anybody's eyes: the checks find the lines. */
export class RepeatedKey extends Error {
  override readonly name = 'RepeatedKey';
}

async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of pieces) {
    const parts = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}

async function* counting<Item>(items: AsyncIterable<Item>, count: () => void) {
  for await (const item of items) {
    count();
    yield item;
  }
}
