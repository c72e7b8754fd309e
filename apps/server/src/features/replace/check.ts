import type { ChosenRows, ReplaceConflict } from '@causeway/contract/replace.ts';
import { nameOf } from '#platform/connectors/sql/table-sql.ts';
import { identifier, joinSql, type Sql, sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import { CHANGED, collectChanged, keyJson, type Rule, sameRow } from './changed-rows.ts';
import { checkRules } from './check-rules.ts';
import { indexRules } from './index-rules.ts';
import { looking, type OpenedReplacement, type Query } from './open-replacement.ts';

/** So many can be left out at once. */
const KEYS_NAMED = 1_000;

/** What the database would refuse, found before anything is written. */
export async function findConflicts(
  services: Services,
  replacement: OpenedReplacement,
  { chosen, signal }: { chosen: ChosenRows; signal: AbortSignal },
): Promise<{ rows: number; conflicts: ReplaceConflict[]; unforeseen: string[] }> {
  return looking(services, replacement, { signal, isReading: false }, async (query, client) => {
    await client.query(collectChanged(replacement, chosen));
    const [[count] = []] = await query(sql`select count(*)::text from ${CHANGED}`);
    const rules = [
      ...rulesOf(replacement),
      ...(await indexRules(query, replacement)),
      ...(await checkRules(query, replacement)),
    ];
    const conflicts: ReplaceConflict[] = [];
    const unforeseen: string[] = [];
    for (const rule of rules) {
      await client.query('savepoint rule');
      const conflict = await findBroken(query, rule).catch(async (error: unknown) => {
        // A rule that can't be asked by itself is asked by the write.
        const mayFail = rule.kind === 'check' || rule.kind === 'exclude' || rule.kind === 'unique';
        if (signal.aborted || !mayFail) throw error;
        await client.query('rollback to savepoint rule');
        unforeseen.push(rule.rule);
      });
      if (conflict) conflicts.push(conflict);
    }
    return { rows: Number(count), conflicts, unforeseen };
  });
}

async function findBroken(
  query: Query,
  { find, ...rule }: Rule,
): Promise<ReplaceConflict | undefined> {
  const [[rows, keys] = []] = await query(sql`with broken as (${find})
    select count(*)::text, (select json_agg(key) from (select key from broken
      limit ${KEYS_NAMED}) as first)::text from broken`);
  if (Number(rows) === 0) return undefined;
  const named = JSON.parse(keys ?? '[]') as Record<string, string>[];
  return { ...rule, rows: Number(rows), keys: named };
}

function rulesOf(replacement: OpenedReplacement): Rule[] {
  const { table, columns } = replacement;
  const replaced = new Set(columns.map(({ column }) => column.name));
  const touches = (names: readonly string[]) => names.some((name) => replaced.has(name));
  const keys = [
    ...(table.primaryKey ? [table.primaryKey] : []),
    ...table.uniqueKeys.filter(({ name }) => name !== table.primaryKey?.name),
  ];
  return [
    ...keys
      .filter((key) => touches(key.columns))
      .map((key): Rule => ({
        kind: 'unique',
        rule: key.name,
        columns: key.columns,
        find: metTwice(replacement, key.columns),
      })),
    ...columns.flatMap(({ column }): Rule[] => {
      const [, most, list] =
        /^character(?: varying)?\((\d+)\)(\[\])?$/.exec(column.exactType) ?? [];
      if (most === undefined) return [];
      const value = sql`changed.${identifier(`new ${column.name}`)}`;
      const isTooLong = list
        ? sql`exists (select from unnest(${value}) as item where char_length(item) > ${Number(most)})`
        : sql`char_length(${value}::text) > ${Number(most)}`;
      const find = sql`select ${keyJson(replacement)} as key from ${CHANGED} changed
        where ${isTooLong}`;
      return [{ kind: 'length', rule: column.exactType, columns: [column.name], find }];
    }),
    ...table.foreignKeys
      .filter((reference) => touches(reference.columns))
      .map((reference): Rule => ({
        kind: 'reference',
        rule: reference.name,
        columns: reference.columns,
        find: lostReference(replacement, reference),
      })),
  ];
}

/** A column as it will be, of a row that changes. */
function newValue({ columns }: OpenedReplacement, name: string): Sql {
  const one = columns.find(({ column }) => column.name === name);
  return one
    ? sql`changed.${identifier(`new ${name}`)}::text`
    : sql`known.${identifier(name)}::text`;
}

/** All rows as they will be, those that change and the others; a key that two of them have. */
function metTwice(replacement: OpenedReplacement, names: readonly string[]): Sql {
  const { table } = replacement;
  const after = names.map((name, index) => {
    const value = sql`case when changed."row number" is null then known.${identifier(name)}::text
      else ${newValue(replacement, name)} end`;
    return sql`${value} as ${identifier(`k${index}`)}`;
  });
  const parts = names.map((_, index) => identifier(`k${index}`));
  const present = parts.map((part) => sql`${part} is not null`);
  return sql`select key from (
      select key, "row number", count(*) over (partition by ${joinSql(parts, ', ')}) as times
      from (select changed."row number", ${keyJson(replacement)} as key, ${joinSql(after, ', ')}
        from ${nameOf(table)} known left join ${CHANGED} changed on ${sameRow(replacement)}) as all_rows
      where ${joinSql(present, ' and ')}) as counted
    where times > 1 and "row number" is not null`;
}

function lostReference(
  replacement: OpenedReplacement,
  { columns: names, references }: OpenedReplacement['table']['foreignKeys'][number],
): Sql {
  const same = names.map((name, index) => {
    const other = identifier(references.columns[index] ?? name);
    return sql`other.${other}::text = ${newValue(replacement, name)}`;
  });
  const present = names.map((name) => sql`${newValue(replacement, name)} is not null`);
  return sql`select ${keyJson(replacement)} as key from ${CHANGED} changed
    join ${nameOf(replacement.table)} known on ${sameRow(replacement)}
    where ${joinSql(present, ' and ')} and not exists (
      select from ${identifier(references.schema, references.table)} other
      where ${joinSql(same, ' and ')})`;
}
