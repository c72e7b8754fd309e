import { columnProfileRoutes } from '@causeway/contract/tables/profile.ts';
import type { ConnectorSettings } from '@causeway/contract/connectors/settings.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { hiddenTest, withheldTest } from '@causeway/contract/tables/hidden-tables.ts';
import { tableLayoutRoutes } from '@causeway/contract/tables/layouts.ts';
import { matchingRoutes } from '@causeway/contract/tables/matching-rows.ts';
import { schemaDiagramRoutes } from '@causeway/contract/tables/diagram.ts';
import { countedRowsRoutes } from '@causeway/contract/tables/counted-rows.ts';
import { tableLabelRoutes } from '@causeway/contract/tables/labels.ts';
import { settingsNameOf } from '@causeway/contract/tables/names.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { tableStructureRoutes } from '@causeway/contract/tables/structure.ts';
import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import type { CatalogTable, ListedTable } from '#platform/connectors/sql/catalog-table.ts';
import { refuseSystemTables } from '#platform/connectors/sql/reading.ts';
import { settingsNow } from '#platform/connectors/sql/renames.ts';
import type { Db } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { changeMatching } from './edits/change-matching.ts';
import { drawSchema } from './diagram.ts';
import { labelColumnOf, labelRows, lookUpRows } from './labels.ts';
import { findLayout, keepLayout, type LayoutPlace } from './layouts/layouts.ts';
import { countDays, countValues } from './rows/counted-rows.ts';
import { countRows, listRows } from './rows/list-rows.ts';
import { createTableOpener, type TableRequest } from './open-table.ts';
import { findRenamed, noteOpened } from './opened-tables.ts';
import { analyzeTable, profileColumn } from './profile.ts';
import { writeStatement } from './rows/read-statement.ts';
import { listNameable, listObjects, readStructure, refreshView } from './structure/structure.ts';
import { mountTableViews } from './views/view-routes.ts';
import { insertRow, removeRow, showRow, updateRow } from './edits/write.ts';

export function mountTables(mount: Mount, services: Services): void {
  const { sqlCatalog } = services;
  const { openTable, reading, writing } = createTableOpener(services);

  type Missing = { db: Db; schema: string; missing: Failure };

  /** A table that has another name now is missing too, but the answer says where it went. */
  async function tellRename(call: TableRequest, { db, schema, missing }: Missing) {
    const name = { schema, table: call.params.table };
    const renamed = await findRenamed(services, db, call.opened.target, name);
    return renamed ? new Failure(missing.code, missing.message, { renamed }) : missing;
  }

  mount('tables', tableRoutes, {
    schemas: ({ opened }) => sqlCatalog.listSchemas(opened.target),

    list: async ({ query, opened }) => {
      const { schema } = query;
      const trust = query.refresh ? 'anew' : 'checked';
      const tables = await sqlCatalog.listTables(opened.target, schema, trust);
      const settings = await settingsNow(sqlCatalog, opened, {
        tables: tables.map(({ name, oid }) => ({ schema, table: name, oid })),
        wholeSchema: schema,
      });
      return encodeList(tables, { ...query, settings });
    },

    discover: async ({ query, db, ...call }) => {
      const trust = query.refresh ? 'anew' : 'checked';
      const { opened, table } = await openTable(call, query, trust).catch(
        async (error: unknown) => {
          if (!isTableMissing(error)) throw error;
          throw await tellRename(call, { db, schema: query.schema, missing: error });
        },
      );
      const present = { ...table, table: table.name };
      const settings = await settingsNow(sqlCatalog, opened, { tables: [present] });
      const earlierColumns = await noteOpened(db, opened.target, table);
      const layout = await findLayout(db, layoutPlace(call, query.schema));
      return { ...describeTable(table, settings), earlierColumns, ...(layout && { layout }) };
    },

    exists: async ({ query, ...call }) => {
      const exists = await openTable(call, query, 'checked').then(
        () => true,
        (error: unknown) => {
          if (isTableMissing(error)) return false;
          throw error;
        },
      );
      return { exists };
    },

    rows: ({ query, ...call }) => {
      return reading(call, query, (table) => listRows(services, table, query));
    },
    count: ({ query, ...call }) => {
      return reading(call, query, (table) => countRows(services, table, query));
    },
    statement: ({ query, ...call }) => {
      return reading(call, query, (table) => writeStatement(services, table, query));
    },
    show: ({ query, ...call }) => {
      return reading(call, query, (table) => showRow(services, table, query.key));
    },
    insert: ({ body, ...call }) => {
      return writing(call, body, (table) => insertRow(services, table, body));
    },
    update: ({ body, ...call }) => {
      return writing(call, body, (table) => updateRow(services, table, body));
    },
    remove: ({ body, ...call }) => {
      return writing(call, body, (table) => removeRow(services, table, body));
    },
  });

  mount('tables', schemaDiagramRoutes, {
    diagram: ({ query, opened }) => drawSchema(services, opened, query),
  });

  mount('tables', columnProfileRoutes, {
    profile: ({ query, ...call }) => {
      return reading(call, query, (table) => profileColumn(services, table, query.column));
    },
    analyze: ({ body, ...call }) => {
      return writing(call, body, async (table) => {
        await analyzeTable(services, table);
        return null;
      });
    },
  });

  mount('tables', tableStructureRoutes, {
    structure: async ({ query, ...call }) => {
      return readStructure(services, await openTable(call, query, 'checked'));
    },
    objects: async ({ query, opened, actor }) => {
      await refuseSystemTables(services, { opened, actor }, query.schema);
      return listObjects(services, opened, query.schema);
    },
    nameable: async ({ query, opened, actor }) => {
      await refuseSystemTables(services, { opened, actor }, query.schema);
      return listNameable(services, opened, query.schema);
    },
    refreshView: ({ body, ...call }) => {
      return writing(call, body, async (table) => {
        await refreshView(services, table);
        return null;
      });
    },
  });

  mount('tables', matchingRoutes, {
    change: ({ body, ...call }) => {
      return writing(call, body, (table) => changeMatching(services, table, body));
    },
  });

  mount('tables', tableLayoutRoutes, {
    keepLayout: async ({ db, body, ...call }) => {
      await keepLayout(db, layoutPlace(call, body.schema), body.layout);
      return null;
    },
  });

  mountTableViews(mount, services);

  mount('tables', countedRowsRoutes, {
    countValues: ({ query, ...call }) => {
      return reading(call, query, (table) => countValues(services, table, query));
    },
    countDays: ({ query, ...call }) => {
      return reading(call, query, (table) => countDays(services, table, query));
    },
  });

  mount('tables', tableLabelRoutes, {
    lookup: ({ query, ...call }) => {
      return reading(call, query, (table) => lookUpRows(services, table, query));
    },
    labels: ({ body, ...call }) => {
      return reading(call, body, (table) => labelRows(services, table, body));
    },
  });
}

function layoutPlace(
  { actor, opened, params }: Pick<TableRequest, 'actor' | 'opened' | 'params'>,
  schema: string,
): LayoutPlace {
  return { userId: actor.user.id, connectorId: opened.connector.id, schema, table: params.table };
}

type ListOptions = {
  schema: string;
  hidden: boolean;
  search?: string | undefined;
  limit: number;
  settings: ConnectorSettings;
};

/** Answers made from a list that is still remembered: with many tables, writing one takes a while. */
const written = new WeakMap<ListedTable[], Map<string, string>>();
const MOST_WRITTEN = 8;

function encodeList(tables: ListedTable[], options: ListOptions): string {
  const texts = written.get(tables) ?? new Map<string, string>();
  const key = JSON.stringify([options.hidden, options.search, options.limit, options.settings]);
  const text = texts.get(key) ?? writeList(tables, options);
  if (texts.size >= MOST_WRITTEN) texts.clear();
  written.set(tables, texts.set(key, text));
  return text;
}

function writeList(tables: ListedTable[], options: ListOptions): string {
  const { hidden: withHidden, limit, settings } = options;
  const search = options.search?.toLowerCase() ?? '';
  const found: string[] = [];
  const isHidden = hiddenTest(settings.hidden);
  const isWithheld = withheldTest(settings);
  let more = false;
  for (const table of tables) {
    const name = settingsNameOf({ schema: options.schema, table: table.name });
    const hidden = isHidden(name);
    if (hidden && !withHidden) continue;
    const label = settings.aliases[name] ?? table.name;
    const isFound = search === '' || `${table.name}\n${label}`.toLowerCase().includes(search);
    if (!isFound) continue;
    more = found.length === limit;
    if (more) break;
    const mark = isWithheld(name) && { isWithheld: true };
    found.push(JSON.stringify({ ...table, label, hidden, ...mark }));
  }
  return `{"tables":[${found.join(',')}],"more":${more}}`;
}

function isTableMissing(error: unknown): error is Failure {
  return error instanceof Failure && error.code === 'E_TABLE_NOT_FOUND';
}

function describeTable(
  table: CatalogTable,
  settings: ConnectorSettings,
): Omit<TableDetails, 'earlierColumns' | 'layout'> {
  const name = settingsNameOf({ schema: table.schema, table: table.name });
  return {
    ...table,
    label: settings.aliases[name] ?? table.name,
    ...(withheldTest(settings)(name) && { isWithheld: true as const }),
    labelColumn: labelColumnOf(table, settings)?.name ?? null,
    columns: table.columns.map((column) => ({
      ...column,
      label: settings.aliases[`${name}.${column.name}`] ?? column.name,
    })),
    readOnlyReason: reasonOf(table, settings.readOnly),
  };
}

function reasonOf(table: CatalogTable, isReadOnly: boolean): TableDetails['readOnlyReason'] {
  if (isReadOnly) return 'connector';
  if (!table.isUpdatable) return 'not-updatable';
  return table.key ? null : 'no-key';
}
