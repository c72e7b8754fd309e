import type { Anchor, ConnectorSettings } from '@causeway/contract/connectors/settings.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { hideTable, listHiddenNames, showTable } from '@causeway/contract/tables/hidden-tables.ts';
import { settingsNameOf, type TableName } from '@causeway/contract/tables/names.ts';
import type { OpenedSql } from '../opened.ts';
import type { SqlTarget } from '../stored.ts';
import type { SqlCatalog } from './catalog.ts';
import { numbersOfNames } from './catalog-questions.ts';
import type { SqlDatabases } from './databases.ts';

/**
 * Settings name tables and columns. A name counts while something has it; when nothing does any
 * more, what has the number noted beside the name was renamed, and the setting goes with it. A dump
 * that was read back has other numbers and the same names, so names come first.
 */

/** A table as it is now; without columns it was only listed. */
export type PresentTable = TableName & {
  oid: number;
  columns?: readonly { name: string; number: number }[];
};

export type Present = {
  tables: readonly PresentTable[];
  /** All tables of this schema are among them. */
  wholeSchema?: string;
};

/** The settings of a connector by the names its tables have now. */
export async function settingsNow(
  catalog: SqlCatalog,
  { connector, target }: OpenedSql,
  present: Present,
): Promise<ConnectorSettings> {
  const { settings } = connector;
  const renames = await findRenames(settings.anchors, present, async (name) => {
    return name.schema === present.wholeSchema || isTableGone(catalog, target, name);
  });
  return renames.length === 0 ? settings : applyRenames(settings, renames);
}

/** Nothing has this name any more. */
export async function isTableGone(
  catalog: SqlCatalog,
  target: SqlTarget,
  name: TableName,
): Promise<boolean> {
  return catalog.readTable(target, name, 'checked').then(
    () => false,
    (error: unknown) => {
      if (error instanceof Failure && error.code === 'E_TABLE_NOT_FOUND') return true;
      throw error;
    },
  );
}

export type Rename = { before: Anchor; after: TableName; columns: Record<string, string> };

export async function findRenames(
  anchors: readonly Anchor[],
  { tables }: Present,
  isGone: (name: TableName) => Promise<boolean>,
): Promise<Rename[]> {
  if (anchors.length === 0) return [];
  const byNumber = new Map(tables.map((table) => [table.oid, table]));
  const names = new Set(tables.map(settingsNameOf));
  const renames: Rename[] = [];
  for (const before of anchors) {
    const after = byNumber.get(before.oid);
    if (!after) continue;
    const isSame = settingsNameOf(before) === settingsNameOf(after);
    const hasOther = !isSame && names.has(settingsNameOf(before));
    if (hasOther || (!isSame && !(await isGone(before)))) continue;
    const columns = after.columns ? renamedColumns(before.columns, after.columns) : {};
    if (!isSame || Object.keys(columns).length > 0) {
      renames.push({ before, after: { schema: after.schema, table: after.table }, columns });
    }
  }
  return renames;
}

/** Old names and new ones, of columns that were noted with their numbers. */
export function renamedColumns(
  columns: Readonly<Record<string, number>>,
  now: NonNullable<PresentTable['columns']>,
): Record<string, string> {
  const taken = new Set(now.map(({ name }) => name));
  const byNumber = new Map(now.map(({ name, number }) => [number, name]));
  const renamed = Object.entries(columns).flatMap(([name, number]): [string, string][] => {
    const other = byNumber.get(number);
    return other !== undefined && !taken.has(name) ? [[name, other]] : [];
  });
  return Object.fromEntries(renamed);
}

/** By number alone, within one and the same table: its columns may have changed places. */
export function movedColumns(
  columns: Readonly<Record<string, number>>,
  now: NonNullable<PresentTable['columns']>,
): Record<string, string> {
  const byNumber = new Map(now.map(({ name, number }) => [number, name]));
  const moved = Object.entries(columns).flatMap(([name, number]): [string, string][] => {
    const other = byNumber.get(number);
    return other === undefined || other === name ? [] : [[name, other]];
  });
  return Object.fromEntries(moved);
}

export function applyRenames(
  settings: ConnectorSettings,
  renames: readonly Rename[],
): ConnectorSettings {
  return renames.reduce(applyRename, settings);
}

function applyRename(
  settings: ConnectorSettings,
  { before, after, columns }: Rename,
): ConnectorSettings {
  const oldName = settingsNameOf(before);
  const newName = settingsNameOf(after);
  const columnNow = (column: string) => columns[column] ?? column;
  const keys = new Map([
    [oldName, newName],
    ...Object.keys(before.columns).map((column): [string, string] => {
      return [`${oldName}.${column}`, `${newName}.${columnNow(column)}`];
    }),
  ]);
  const follow = (names: string[]) =>
    listHiddenNames(names).includes(oldName)
      ? hideTable(showTable(names, oldName), newName)
      : names;
  return {
    ...settings,
    hidden: follow(settings.hidden),
    withheld: follow(settings.withheld),
    aliases: renameKeys(settings.aliases, (key) => keys.get(key) ?? key),
    labelColumns: Object.fromEntries(
      Object.entries(settings.labelColumns).map(([table, column]) => {
        return table === oldName ? [newName, columnNow(column)] : [table, column];
      }),
    ),
    anchors: settings.anchors.map((anchor) =>
      anchor === before || anchor.oid === before.oid
        ? { ...anchor, ...after, columns: renameKeys(anchor.columns, columnNow) }
        : anchor,
    ),
  };
}

function renameKeys<Value>(
  record: Record<string, Value>,
  keyNow: (key: string) => string,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [keyNow(key), value]));
}

/** The numbers of everything the settings name, as far as it exists. */
export async function findAnchors(
  databases: SqlDatabases,
  target: SqlTarget,
  settings: Pick<ConnectorSettings, 'hidden' | 'withheld' | 'aliases' | 'labelColumns'>,
): Promise<Anchor[]> {
  const { hidden, withheld, aliases, labelColumns } = settings;
  const labelled = Object.entries(labelColumns).map(([table, column]) => `${table}.${column}`);
  const listed = [...hidden, ...withheld];
  const names = new Set([...listHiddenNames(listed), ...Object.keys(aliases), ...labelled]);
  if (names.size === 0) return [];
  const question = numbersOfNames([...names]);
  const { rows } = await databases.read(target, question.text, question.values);
  return rows.map(([schema, table, oid, columns]) => ({
    schema: schema ?? '',
    table: table ?? '',
    oid: Number(oid),
    columns: JSON.parse(columns ?? '{}') as Record<string, number>,
  }));
}
