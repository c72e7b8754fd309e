import type { ImportPlan } from '@causeway/contract/imports/plan.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { literal } from '#platform/connectors/sql/literals.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';
import type { Checking } from './find-rejects.ts';
import { nameOf } from './kept-values.ts';

const TYPED = 'pg_temp.causeway_typed';
const LINE = quoteIdentifier('line of the file');

/** One SELECT a rule of the table: the rows that break it, with the reason. */
export async function ruleChecks(checking: Checking): Promise<string[]> {
  const { table, columns, plan, isNew } = checking;
  const written = new Set(columns.map(({ column }) => column.name));
  const isWritten = (names: readonly string[]) => names.every((name) => written.has(name));
  const keys = [
    ...(table.primaryKey ? [table.primaryKey] : []),
    ...table.uniqueKeys.filter(({ name }) => name !== table.primaryKey?.name),
  ].filter((key) => isWritten(key.columns));
  return [
    ...keys
      .filter((key) => !mayRepeat(plan, key.columns))
      .map((key) => repeatedInFile(key.columns)),
    ...(isNew ? [] : keys.map((key) => takenInTable(table, plan, key.columns))),
    ...table.foreignKeys
      .filter(({ columns: names }) => isWritten(names))
      .map((reference) => lostReference(table, reference)),
    ...(await brokenChecks(checking)),
  ].filter((statement) => statement !== undefined);
}

function keyOf({ mode }: ImportPlan): string {
  return mode.kind === 'insert' ? '' : mode.key.toSorted().join('\n');
}

/** Rows whose key is there already are left out: also those that are there since a line ago. */
function mayRepeat(plan: ImportPlan, columns: readonly string[]): boolean {
  return plan.mode.kind === 'insertNew' && keyOf(plan) === columns.toSorted().join('\n');
}

const named = (alias: string, names: readonly string[]) =>
  names.map((name) => `${alias}.${quoteIdentifier(name)}`);

const asText = (alias: string, names: readonly string[]) =>
  `concat_ws(', ', ${named(alias, names)
    .map((name) => `${name}::text`)
    .join(', ')})`;

const present = (alias: string, names: readonly string[]) =>
  named(alias, names)
    .map((name) => `${name} is not null`)
    .join(' and ');

const equal = (one: string, names: readonly string[], other: string, others: readonly string[]) =>
  names
    .map((name, index) => {
      return `${one}.${quoteIdentifier(name)} = ${other}.${quoteIdentifier(others[index] ?? name)}`;
    })
    .join(' and ');

const label = (names: readonly string[]) => literal(names.join(', '));

/** The first row with a key is good; those after it are not. */
function repeatedInFile(names: readonly string[]): string {
  return `select ${LINE}, ${label(names)}, value, 'unique-in-file', 'Line ' || first || ' has the same key.'
    from (select typed.${LINE}, ${asText('typed', names)} as value,
        first_value(typed.${LINE}) over same_key as first
      from ${TYPED} typed where ${present('typed', names)}
      window same_key as (partition by ${named('typed', names).join(', ')} order by typed.${LINE})
    ) as keyed where first <> ${LINE}`;
}

/** A key of another row; of the row that is replaced it may be. */
function takenInTable(
  table: CatalogTable,
  plan: ImportPlan,
  names: readonly string[],
): string | undefined {
  const { mode } = plan;
  if (mode.kind !== 'insert' && keyOf(plan) === names.toSorted().join('\n')) return undefined;
  const isOther =
    mode.kind === 'upsert' ? `and not (${equal('known', mode.key, 'typed', mode.key)})` : '';
  return `select typed.${LINE}, ${label(names)}, ${asText('typed', names)}, 'unique-in-table',
      'The table has a row with this key.'
    from ${TYPED} typed
    where exists (select from ${nameOf(table)} known
      where ${equal('known', names, 'typed', names)} ${isOther})`;
}

function lostReference(
  table: CatalogTable,
  { columns: names, references }: CatalogTable['foreignKeys'][number],
): string {
  const other = { schema: references.schema, name: references.table };
  const isSelf = other.schema === table.schema && other.name === table.name;
  const inFile = isSelf
    ? `and not exists (select from ${TYPED} other
        where ${equal('other', references.columns, 'typed', names)})`
    : '';
  return `select typed.${LINE}, ${label(names)}, ${asText('typed', names)}, 'reference',
      ${literal(`'${references.table}' has no such row.`)}
    from ${TYPED} typed
    where ${present('typed', names)}
      and not exists (select from ${nameOf(other)} other
        where ${equal('other', references.columns, 'typed', names)}) ${inFile}`;
}

/** The expressions of CHECK are about the table's columns by name: those not written are filled in. */
async function brokenChecks({ client, table, columns }: Checking): Promise<string[]> {
  const { rows } = await client.query<{ name: string; expression: string; columns: string }>(
    `select conname as name, pg_catalog.pg_get_expr(conbin, conrelid) as expression,
       (select string_agg(attname, ', ' order by attnum) from pg_catalog.pg_attribute
         where attrelid = conrelid and attnum = any(conkey)) as columns
     from pg_catalog.pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [nameOf(table)],
  );
  const written = new Set(columns.map(({ column }) => column.name));
  const list = table.columns.map(({ name, exactType, defaultValue }) => {
    if (written.has(name)) return `typed.${quoteIdentifier(name)}`;
    // A number of a sequence is used up by asking for it.
    const isQuiet = defaultValue !== null && !defaultValue.includes('nextval(');
    return `(${isQuiet ? defaultValue : 'null'})::${exactType} as ${quoteIdentifier(name)}`;
  });
  return rows.map(({ name, expression, columns: names }) => {
    return `select ${LINE}, ${literal(names)}, null, 'check', ${literal(`Breaks the rule '${name}': ${expression}`)}
      from (select typed.${LINE}, ${list.join(', ')} from ${TYPED} typed)
        as ${quoteIdentifier(table.name)}
      where (${expression}) is false`;
  });
}
