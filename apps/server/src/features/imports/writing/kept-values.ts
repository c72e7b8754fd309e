import type pg from 'pg';
import type { ImportPlan } from '@causeway/contract/imports/plan.ts';
import type { ImportResult } from '@causeway/contract/imports/records.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { literal } from '#platform/connectors/sql/literals.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';
import { BAD, mayTellNull, SAID_NULL, STAGING, type WrittenColumn } from './plan-import.ts';
import { type Numbers, textOf, valueOf } from './values.ts';

/**
 * Rows that replace others lie beside them: where the file says nothing, the value that is there may
 * stay. `staged` is a row of the file, `known` the one it replaces.
 */
type Beside = { plan: ImportPlan; table: CatalogTable; columns: WrittenColumn[] };

export const isGood = `not exists (select from ${BAD} bad where bad.line = staged.line)`;

export function nameOf({ schema, name }: Pick<CatalogTable, 'schema' | 'name'>): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
}

export function keyMatch(
  { plan, columns }: Pick<Beside, 'plan' | 'columns'>,
  key: readonly string[],
): string {
  return key
    .map((name) => {
      const written = columns.find(({ column }) => column.name === name) as WrittenColumn;
      const value = `(${textOf(written, plan.read)})::${written.column.castType}`;
      return `known.${quoteIdentifier(name)} = ${value}`;
    })
    .join(' and ');
}

export function keepsAny({ columns }: Pick<Beside, 'columns'>): boolean {
  return columns.some(({ keeps }) => keeps);
}

/** Whether the file says nothing about a value; a null of JSON and a word for NULL say something. */
function saysNothing(written: WrittenColumn, plan: ImportPlan): string {
  const { column, nulls } = written;
  const asRead = nulls === 'nullIsEmpty' ? ('asRead' as const) : nulls;
  const isNothing = `(${textOf({ ...written, nulls: asRead }, plan.read)}) is null`;
  // NULL is never written here, so what says NULL asks for no more than what says nothing.
  if (nulls === 'default' && column.defaultValue !== null) return isNothing;
  const raw = `staged.${quoteIdentifier(written.staged)}`;
  const words = plan.read.nullWords.filter((word) => word !== '').map(literal);
  const place = Number(written.staged.slice(1));
  const said = [
    ...(words.length > 0 ? [`${raw} is not null and ${raw} in (${words.join(', ')})`] : []),
    ...(mayTellNull(plan) && place > 0
      ? [`${raw} is null and coalesce(substr(staged.${SAID_NULL}, ${place}, 1) = '1', false)`]
      : []),
  ];
  return [isNothing, ...said.map((condition) => `not (${condition})`)].join(' and ');
}

/** The value a row has after the import, beside the one that is there. */
export function valueBeside(written: WrittenColumn, plan: ImportPlan, numbers: Numbers): string {
  const value = valueOf(written, plan.read, numbers);
  if (!written.keeps || plan.mode.kind !== 'upsert') return value;
  const { name, castType } = written.column;
  const isThere = `known.${quoteIdentifier(plan.mode.key[0] ?? '')} is not null`;
  return `case when ${isThere} and ${saysNothing(written, plan)}
    then known.${quoteIdentifier(name)}::${castType} else ${value} end`;
}

/** Good rows of the file, each beside the row it would replace where it matters what that holds. */
export function goodRows({ plan, table, columns }: Beside, values: readonly string[]): string {
  const beside =
    plan.mode.kind === 'upsert' && keepsAny({ columns })
      ? `left join ${nameOf(table)} known on ${keyMatch({ plan, columns }, plan.mode.key)}`
      : '';
  return `select staged.line, ${values.join(', ')} from ${STAGING} staged ${beside} where ${isGood}`;
}

/** New rows that miss a value which rows that are there would have kept. */
export function missingInNew(beside: Beside): string[] {
  const { plan, table, columns } = beside;
  const { mode } = plan;
  if (mode.kind !== 'upsert') return [];
  return columns
    .filter(({ column, keeps, nulls }) => {
      const fillsIn = nulls === 'default' && column.defaultValue !== null;
      return keeps && !column.isNullable && !fillsIn;
    })
    .map((written) => {
      const raw = `staged.${quoteIdentifier(written.staged)}`;
      return `select staged.line, ${literal(written.column.name)}, left(${raw}, 1000), 'not-null',
          'A value is needed.'
        from ${STAGING} staged where ${isGood} and (${textOf(written, plan.read)}) is null
          and (not exists (select from ${nameOf(table)} known
            where ${keyMatch({ plan, columns }, mode.key)})
          or not (${saysNothing(written, plan)}))`;
    });
}

/** What becomes of values that are there where the file says nothing, asked before it is written. */
export async function countEmptyCells(
  client: pg.Client,
  { plan, table, columns }: Beside,
  numbers: Numbers,
): Promise<NonNullable<ImportResult['emptyCells']>> {
  const { mode } = plan;
  if (mode.kind !== 'upsert') return [];
  const rest = columns.filter(({ column }) => !mode.key.includes(column.name));
  if (rest.length === 0) return [];
  const counts = rest.map((written) => {
    const { name, exactType } = written.column;
    const known = `known.${quoteIdentifier(name)}`;
    const value = `(${valueOf(written, plan.read, numbers)})::${exactType}`;
    const isOther = `${known}::text is distinct from ${value}::text`;
    return `count(*) filter (where ${known} is not null and ${saysNothing(written, plan)}
      ${written.keeps ? '' : `and ${isOther}`})`;
  });
  const { rows } = await client.query<string[]>({
    text: `select ${counts.join(', ')} from ${STAGING} staged
      join ${nameOf(table)} known on ${keyMatch({ plan, columns }, mode.key)} where ${isGood}`,
    rowMode: 'array',
  });
  return rest
    .map(({ column, keeps }, index) => {
      const count = Number(rows[0]?.[index] ?? 0);
      return { column: column.name, kept: keeps ? count : 0, overwritten: keeps ? 0 : count };
    })
    .filter(({ kept, overwritten }) => kept + overwritten > 0);
}
