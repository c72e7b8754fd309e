import { unlessAway } from '#platform/connectors/unless-away.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { ledgerRoutes } from '@causeway/contract/ledger.ts';
import type { TableName } from '#platform/connectors/sql/catalog-table.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import type { Db } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import type { Mount } from '#platform/http/mount.ts';
import { asChange, listChanges } from '#platform/ledger/changes.ts';
import { followSetInLedger, followTableInLedger } from '#platform/ledger/follow-renames.ts';
import { settleSets } from '#platform/ledger/settle.ts';
import { keyValues } from '#platform/rows/cells.ts';
import type { Services } from '#platform/services.ts';
import { listHistory } from './history.ts';
import { revertSet } from './revert.ts';
import { listSeenShapes, listShapes } from './seen-shapes.ts';
import { findSet, listSets, type StoredSet } from './sets.ts';

export function mountLedger(mount: Mount, services: Services): void {
  const { sqlCatalog } = services;

  async function readSet(db: Db, target: SqlTarget, id: string): Promise<StoredSet> {
    const seen = await listSeenShapes(services, target);
    const set = await findSet(db, { connectorId: target.id, id, seen });
    if (!set) throw new Failure('E_CHANGE_SET_NOT_FOUND');
    return set;
  }

  /** As far as somebody can tell what the table is now. */
  async function followNow(target: SqlTarget, name: TableName): Promise<void> {
    const reading = sqlCatalog.readTable(target, name, 'checked');
    const table = await unlessAway(services, reading, undefined);
    if (!table) return;
    await unlessAway(services, followTableInLedger(services, target, table), undefined);
  }

  /** An empty list would say that nothing ever happened to the row. */
  async function refusePartly(db: Db, target: SqlTarget, { schema, table }: TableName) {
    const seen = await listSeenShapes(services, target);
    const shapes = seen && (await listShapes(db, target.id, { schema, table }));
    if (!shapes || shapes.every((id) => seen.includes(id))) return;
    throw new Failure('E_SQL_FORBIDDEN', 'The role for readers may not read all of this table.');
  }

  mount('ledger', ledgerRoutes, {
    list: async ({ db, query, opened: { target } }) => {
      const { table, schema, cursor, limit } = query;
      const of = table === undefined ? undefined : { schema, table };
      if (of) await followNow(target, of);
      const seen = await listSeenShapes(services, target);
      const page = await listSets(db, { connectorId: target.id, table: of, seen, cursor, limit });
      return { ...page, keptDays: services.env.LEDGER_DAYS };
    },

    show: async ({ db, params, query, opened: { target } }) => {
      // What was recorded can be looked at while its database is away.
      await unlessAway(services, followSetInLedger(services, target, params.id), undefined);
      const set = await readSet(db, target, params.id);
      const [after] = readCursor(query.cursor, ['bigint']);
      const changes = await listChanges(db, set.id, {
        after: Number(after ?? -1),
        limit: query.limit + 1,
      });
      const page = toPage(changes, query.limit, ({ position }) => [String(position)]);
      return { set, changes: { ...page, items: page.items.map(asChange) } };
    },

    revert: async ({ db, opened, actor, signal, params, body }) => {
      const { screen, skipChanged } = body;
      await settleSets(services, [params.id]);
      await followSetInLedger(services, opened.target, params.id);
      const set = await readSet(db, opened.target, params.id);
      return revertSet(services, { opened, actor, signal, set, screen, skipChanged });
    },

    rowHistory: async ({ db, params, query, opened: { target } }) => {
      const { schema, cursor, limit } = query;
      const table = await sqlCatalog.readTable(target, { schema, table: params.table }, 'recent');
      await followTableInLedger(services, target, table);
      const key = keyValues(table, query.key);
      const row = { connectorId: target.id, schema, table: params.table, key };
      await refusePartly(db, target, row);
      return listHistory(db, row, { cursor, limit });
    },
  });
}
