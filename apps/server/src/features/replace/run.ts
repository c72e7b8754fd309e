import { Failure } from '@causeway/contract/errors.ts';
import type { ChosenRows } from '@causeway/contract/replace.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { nameOf, printed } from '#platform/connectors/sql/table-sql.ts';
import {
  inUserTransaction,
  type QueryInTransaction,
} from '#platform/connectors/sql/transaction.ts';
import { identifier, joinSql, sql } from '#platform/db/sql.ts';
import type { ImagedChange, OpenChangeSet } from '#platform/ledger/ledger.ts';
import { recordChanges } from '#platform/ledger/record-changes.ts';
import { recording } from '#platform/ledger/recording.ts';
import type { Services } from '#platform/services.ts';
import { CHANGED, collectChanged, sameRow } from './changed-rows.ts';
import { isJson, replaceInJson } from './expression.ts';
import { asReplaceFailure, type OpenedReplacement } from './open-replacement.ts';

type Running = {
  actor: ProjectActor;
  chosen: ChosenRows;
  expectedRows: number;
  signal: AbortSignal;
};

const ROWS_AT_ONCE = 2_000;

/** Replaces in one transaction, which the ledger can take back. */
export async function runReplacement(
  services: Services,
  replacement: OpenedReplacement,
  running: Running,
) {
  const { databases } = services;
  const { target } = replacement.opened;
  const { result, changeSetId } = await recording(services, (open) =>
    inUserTransaction(databases, target, running.signal, async ({ id, query }) => {
      const counts = await replace(query, replacement, running);
      const set = await open({
        projectId: running.actor.project.id,
        connectorId: target.id,
        actor: running.actor,
        screen: 'replace',
        kind: 'replace',
        transactionId: id,
      });
      await record(services, set, { query, replacement, rows: counts.rows });
      return counts;
    }).catch((error: unknown) => {
      throw asReplaceFailure(error);
    }),
  );
  return { ...result, changeSetId };
}

async function replace(
  query: QueryInTransaction,
  replacement: OpenedReplacement,
  { chosen, expectedRows }: Running,
): Promise<{ rows: number; matches: number }> {
  const { columns } = replacement;
  if (columns.some(({ column }) => isJson(column))) {
    for (const text of replaceInJson) await query({ text, values: [] });
  }
  await query({ text: collectChanged(replacement, chosen), values: [] });
  const found = columns.map(({ column }) => identifier(`found ${column.name}`));
  const counted = await query(
    sql`select count(*)::text, coalesce(sum(${joinSql(found, ' + ')}), 0)::text from ${CHANGED}`,
  );
  const rows = Number(counted.rows[0]?.[0]);
  if (rows !== expectedRows) {
    throw new Failure('E_VERSION_CONFLICT', `${rows} rows would change now.`, { rows });
  }
  await write(query, replacement, rows);
  return { rows, matches: Number(counted.rows[0]?.[1]) };
}

/**
 * A row that somebody changed since it was collected stops everything. The key is noted as it was
 * written: it may be replaced in, and a trigger of the table may make another of it.
 */
async function write(
  query: QueryInTransaction,
  replacement: OpenedReplacement,
  rows: number,
): Promise<void> {
  const { table, key, columns } = replacement;
  const assign = columns.map(({ place, column }) => {
    return sql`${place} = changed.${identifier(`new ${column.name}`)}`;
  });
  const image = table.columns.map((column) => printed(column, identifier('known', column.name)));
  const keys = key.map((name) => {
    return sql`known.${identifier(name)}::text as ${identifier(`key ${name}`)}`;
  });
  const noted = key.map((name) => {
    return sql`${identifier(`key ${name}`)} = written.${identifier(`key ${name}`)}`;
  });
  const { rowCount } = await query(
    sql`with written as (
          update ${nameOf(table)} known set ${joinSql(assign, ', ')} from ${CHANGED} changed
          where ${sameRow(replacement)} and array[${joinSql(image, ', ')}] = changed."row before"
          returning changed."row number", ${joinSql(keys, ', ')})
        update ${CHANGED} changed set ${joinSql(noted, ', ')} from written
        where written."row number" = changed."row number"`,
  );
  if (rowCount !== rows) throw new Failure('E_VERSION_CONFLICT');
}

/** Old and new rows, some at a time. One that is not found could not be put back: then none is written. */
async function record(
  { db }: Services,
  set: OpenChangeSet,
  {
    query,
    replacement,
    rows,
  }: { query: QueryInTransaction; replacement: OpenedReplacement; rows: number },
): Promise<void> {
  const { table, key } = replacement;
  const newKey = key.map((name) => sql`changed.${identifier(`key ${name}`)}`);
  const same = key.map((name, index) => sql`known.${identifier(name)}::text = ${newKey[index]}`);
  const image = table.columns.map((column) => printed(column, identifier('known', column.name)));
  const oldKey = key.map((name) => sql`changed.${identifier(`old ${name}`)}::text`);
  for (let from = 1; from <= rows; from += ROWS_AT_ONCE) {
    const found = await query(
      sql`select json_build_array(array[${joinSql(oldKey, ', ')}], array[${joinSql(newKey, ', ')}],
            changed."row before", array[${joinSql(image, ', ')}])::text
          from ${CHANGED} changed join ${nameOf(table)} known on ${joinSql(same, ' and ')}
          where changed."row number" between ${from} and ${from + ROWS_AT_ONCE - 1}
          order by changed."row number"`,
    );
    if (found.rows.length !== Math.min(ROWS_AT_ONCE, rows - from + 1)) {
      throw new Failure('E_VERSION_CONFLICT');
    }
    const changes = found.rows.map(([text]): ImagedChange => {
      const [keyBefore, keyAfter, before, after] = JSON.parse(text ?? '[]') as string[][];
      return {
        kind: 'update',
        keyBefore: keyBefore ?? [],
        keyAfter: keyAfter ?? [],
        before: before ?? [],
        after: after ?? [],
      };
    });
    await recordChanges(db, set, table, changes);
  }
}
