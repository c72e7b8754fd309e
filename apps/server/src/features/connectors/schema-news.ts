import type { ConnectorSettings } from '@causeway/contract/connectors/settings.ts';
import type { SchemaNews } from '@causeway/contract/connectors/schema-news.ts';
import { listHiddenNames } from '@causeway/contract/tables/hidden-tables.ts';
import { settingsNameOf } from '@causeway/contract/tables/names.ts';
import { columnsOfTables, everyTable } from '#platform/connectors/sql/catalog-questions.ts';
import {
  applyRenames,
  findAnchors,
  findRenames,
  type PresentTable,
  type Rename,
} from '#platform/connectors/sql/renames.ts';
import {
  openSqlTarget,
  type SqlTarget,
  type StoredConnector,
} from '#platform/connectors/stored.ts';
import type { Services } from '#platform/services.ts';
import type { Dependent } from './dependents.ts';

type Look = {
  tables: { oid: number; name: string }[];
  renames: Rename[];
  news: Pick<SchemaNews, 'renamed' | 'missing'>;
};

/** Compares what settings, views and pins speak of with the tables there are. */
export async function lookAtTables(
  { databases, secrets }: Services,
  connector: StoredConnector,
  dependents: Dependent[],
): Promise<Look> {
  const target = openSqlTarget(secrets, connector);
  const present = await readTables(databases, target, connector.settings);
  const names = new Set(present.map(settingsNameOf));
  const numbers = new Set(present.map(({ oid }) => oid));
  const renames = await findRenames(
    connector.settings.anchors,
    { tables: present },
    async (name) => {
      return !names.has(settingsNameOf(name));
    },
  );
  const settings = applyRenames(connector.settings, renames);
  const found = await findAnchors(databases, target, settings);
  for (const anchor of found) {
    const table = settingsNameOf(anchor);
    for (const column of Object.keys(anchor.columns)) names.add(`${table}.${column}`);
  }
  return {
    tables: present.map((table) => ({ oid: table.oid, name: settingsNameOf(table) })),
    renames,
    news: {
      renamed: renames.flatMap(describeRename),
      missing: listMissing(
        [...mentionsOf(settings), ...dependents.filter(({ oid }) => !numbers.has(oid ?? 0))],
        names,
      ),
    },
  };
}

async function readTables(
  databases: Services['databases'],
  target: SqlTarget,
  { anchors }: ConnectorSettings,
): Promise<PresentTable[]> {
  const ask = async ({ text, values }: { text: string; values: unknown[] }) => {
    return (await databases.read(target, text, values)).rows;
  };
  const columns = new Map<number, { name: string; number: number }[]>();
  const oids = anchors.map(({ oid }) => oid);
  for (const [oid, name, number] of oids.length > 0 ? await ask(columnsOfTables(oids)) : []) {
    const list = columns.get(Number(oid)) ?? [];
    columns.set(Number(oid), [...list, { name: name ?? '', number: Number(number) }]);
  }
  return (await ask(everyTable())).map(([schema, table, oid]) => {
    const known = columns.get(Number(oid));
    return {
      schema: schema ?? '',
      table: table ?? '',
      oid: Number(oid),
      ...(known && { columns: known }),
    };
  });
}

/** What the settings say about a name, as something that would be lost with it. */
function mentionsOf({ hidden, withheld, aliases, labelColumns }: ConnectorSettings): Dependent[] {
  const mention = (kind: string, table: string, name: string): Dependent => {
    return { kind, name, url: null, table };
  };
  return [
    ...listHiddenNames(hidden).map((table) => mention('hidden', table, table)),
    ...listHiddenNames(withheld).map((table) => mention('withheld', table, table)),
    ...Object.entries(aliases).map(([table, alias]) => mention('alias', table, alias)),
    ...Object.entries(labelColumns).map(([table, column]) => {
      return mention('label', `${table}.${column}`, column);
    }),
  ];
}

function listMissing(dependents: Dependent[], names: Set<string>): SchemaNews['missing'] {
  const missing = new Map<string, Dependent[]>();
  for (const dependent of dependents) {
    const { table } = dependent;
    if (table === undefined || names.has(table)) continue;
    missing.set(table, [...(missing.get(table) ?? []), dependent]);
  }
  return [...missing]
    .map(([name, list]) => ({ name, dependents: list }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

function describeRename({ before, after, columns }: Rename): SchemaNews['renamed'] {
  const [oldName, newName] = [settingsNameOf(before), settingsNameOf(after)];
  return [
    ...(oldName === newName ? [] : [{ before: oldName, after: newName }]),
    ...Object.entries(columns).map(([column, now]) => ({
      before: `${oldName}.${column}`,
      after: `${newName}.${now}`,
    })),
  ];
}
