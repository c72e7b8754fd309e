import type { z } from 'zod';
import { Failure } from '@causeway/contract/errors.ts';
import type { RowKey, tableRoutes } from '@causeway/contract/tables/tables.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { type RunRequest, runStatement } from '#platform/connectors/sql/run-statement.ts';
import type { Completed } from '#platform/connectors/sql/statement.ts';
import { identifier, joinSql, Sql, sql } from '#platform/db/sql.ts';
import { keyValues } from '#platform/rows/cells.ts';
import { refusedByRule } from '#platform/rows/write-rows.ts';
import type { Services } from '#platform/services.ts';
import {
  nameOf,
  printed,
  readColumn,
  typed,
  whereSql,
} from '#platform/connectors/sql/table-sql.ts';
import type { TableCall } from '../open-table.ts';
import { readOnly } from './read-only.ts';
import { type RecordedWrite, recordRow, severalRows } from './record-row.ts';

/**
 * The one place where rows are changed: every write is planned as one statement that says what it
 * expects of the row, and answers with the row as it then is.
 */
type InsertBody = z.output<typeof tableRoutes.insert.body>;
type UpdateBody = z.output<typeof tableRoutes.update.body>;
type RemoveBody = z.output<typeof tableRoutes.remove.body>;

export async function showRow(services: Services, call: TableCall, key: RowKey): Promise<Buffer> {
  const { table } = call;
  if (!table.key) throw readOnly(table);
  const text = sql`select ${answerList(table)} from ${nameOf(table)} ${whereSql([keySql(table, key)])}`;
  const completed = await run(services, call, text, { mode: 'reading' });
  if (completed.rows.count === 0) throw new Failure('E_ROW_NOT_FOUND');
  if (completed.rows.count > 1) throw severalRows();
  return encodeRow(services, call, completed);
}

export async function insertRow(
  services: Services,
  call: TableCall,
  { values, screen }: InsertBody,
): Promise<Buffer> {
  const { table } = call;
  if (!table.isUpdatable) throw readOnly(table);
  const given = Object.entries(values).filter(([name, value]) => {
    const column = readColumn(table, name);
    return value !== undefined && column.identity !== 'always' && column.generated === null;
  });
  const names = joinSql(
    given.map(([name]) => identifier(name)),
    ', ',
  );
  const bound = joinSql(
    given.map(([, value]) => sql`${value}`),
    ', ',
  );
  const row = given.length === 0 ? sql`default values` : sql`(${names}) values (${bound})`;
  const text = sql`insert into ${nameOf(table)} ${row}`;
  const recorded = { screen, wanted: { kind: 'insert' as const } };
  const completed = await recordRow(services, call, recorded, (how) => {
    return runRecorded(services, call, text, how);
  });
  if (completed.rows.count === 0) throw refusedByRule();
  return encodeRow(services, call, completed);
}

export async function updateRow(
  services: Services,
  call: TableCall,
  change: UpdateBody,
): Promise<Buffer> {
  const { table } = call;
  checkWritable(call);
  const settings = settingsOf(table, change);
  // Nothing to change is no UPDATE, so that opening and saving leaves no trace.
  if (settings.length === 0) return showRow(services, call, change.key);
  const condition = [keySql(table, change.key), ...guardSql(table, change)];
  const text = sql`update ${nameOf(table)} set ${joinSql(settings, ', ')} ${whereSql(condition)}`;
  const recorded = {
    screen: change.screen,
    wanted: { kind: 'update' as const, key: keyValues(table, change.key) },
  };
  const completed = await recordRow(services, call, recorded, (how) => {
    return runRecorded(services, call, text, how);
  });
  if (completed.rows.count === 0) throw await missed(services, call, change.key);
  return encodeRow(services, call, completed);
}

export async function removeRow(
  services: Services,
  call: TableCall,
  { key, screen, ...guard }: RemoveBody,
): Promise<Buffer> {
  const { table } = call;
  checkWritable(call);
  const condition = [keySql(table, key), ...guardSql(table, guard)];
  const text = sql`delete from ${nameOf(table)} ${whereSql(condition)}`;
  const recorded = { screen, wanted: { kind: 'delete' as const } };
  const completed = await recordRow(services, call, recorded, (how) => {
    return runRecorded(services, call, text, how);
  });
  if (completed.rows.count === 0) throw await missed(services, call, key);
  return encodeRow(services, call, completed);
}

function checkWritable(call: TableCall): void {
  if (!call.table.key || !call.table.isUpdatable) throw readOnly(call.table);
}

function keySql(table: CatalogTable, key: RowKey): Sql {
  const values = keyValues(table, key);
  const parts = (table.key ?? []).map((name, index) => {
    return sql`${identifier(name)} = ${typed(values[index] ?? '', readColumn(table, name))}`;
  });
  return joinSql(parts, ' and ');
}

/** The row has to be what its writer saw. */
function guardSql(table: CatalogTable, guard: Pick<RemoveBody, 'version' | 'expected'>): Sql[] {
  const { version, expected = {} } = guard;
  const parts = Object.entries(expected).map(([name, old]) => {
    return sql`${printed(readColumn(table, name), identifier(name))} is not distinct from ${old}`;
  });
  if (version !== undefined && table.hasVersion) parts.push(sql`xmin::text = ${version}`);
  return parts;
}

function settingsOf(table: CatalogTable, change: UpdateBody): Sql[] {
  const { values, setNull, setDefault, newKey = {}, expected = {} } = change;
  const key = new Set(table.key);
  const given = Object.entries(values).filter(([name, value]) => {
    const column = readColumn(table, name);
    // What is set to what it was seen to be is no change.
    const isSame = typeof value === 'string' && value === expected[name];
    const isGiven = value !== null && value !== undefined && !isSame;
    return !key.has(name) && isGiven && column.generated === null;
  });
  const renamed = Object.entries(newKey).filter(([name, value]) => {
    return key.has(name) && String(value) !== String(change.key[name]);
  });
  const target = (name: string) => identifier(readColumn(table, name).name);
  return [
    ...[...given, ...renamed].map(([name, value]) => sql`${target(name)} = ${value}`),
    ...setNull.map((name) => sql`${target(name)} = null`),
    ...setDefault.map((name) => sql`${target(name)} = default`),
  ];
}

/** Nothing fitted: the row is gone, or it is not what its writer saw. */
async function missed(services: Services, call: TableCall, key: RowKey): Promise<Failure> {
  const current = await showRow(services, call, key).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'E_ROW_NOT_FOUND') return undefined;
    throw error;
  });
  if (!current) return new Failure('E_ROW_NOT_FOUND');
  return new Failure('E_VERSION_CONFLICT', undefined, {
    current: JSON.parse(current.toString()) as unknown,
  });
}

/** All columns, and the version where rows have one. */
function answerList(table: CatalogTable): Sql {
  const columns = table.columns.map(({ name }) => identifier(name));
  return joinSql(table.hasVersion ? [...columns, sql`xmin::text`] : columns, ', ');
}

function runRecorded(
  services: Services,
  call: TableCall,
  write: Sql,
  { naming, besides, ...how }: RecordedWrite,
): Promise<Completed> {
  const text = sql`${write} returning ${naming} ${answerList(call.table)}, ${besides}`;
  return run(services, call, text, { mode: 'rows', ...how });
}

function run(
  { databases }: Services,
  { opened, signal }: TableCall,
  statement: Sql,
  how: Pick<RunRequest, 'mode' | 'beforeCommit' | 'hidden'>,
): Promise<Completed> {
  return runStatement(databases, opened.target, {
    text: statement.text,
    values: [...statement.values],
    ...how,
    reuse: 'after-reset',
    rowLimit: 2,
    failsBeyond: true,
    cutsAtLimit: false,
    signal,
    placeInOriginal: (place) => place,
  });
}

async function encodeRow(
  { typeNames }: Services,
  { table, opened }: TableCall,
  { fields, rows }: Completed,
): Promise<Buffer> {
  const names = await typeNames.of(
    opened.target,
    fields.map((field) => field.dataTypeID),
  );
  const cells = rows.last();
  const described = fields.map((field, index) => ({
    name: table.columns[index]?.name ?? 'xmin',
    type: names.get(field.dataTypeID) ?? '',
    oid: field.dataTypeID,
    ...(index >= table.columns.length && { role: 'version' as const }),
  }));
  const key = table.key?.map((name): [string, string] => {
    return [name, cells[table.columns.findIndex((column) => column.name === name)] ?? ''];
  });
  const tail = {
    key: key ? Object.fromEntries(key) : null,
    version: table.hasVersion ? (cells[table.columns.length] ?? null) : null,
  };
  return rows.enclose(
    `{"fields":${JSON.stringify(described)},"row":`,
    `,${JSON.stringify(tail).slice(1)}`,
  );
}
