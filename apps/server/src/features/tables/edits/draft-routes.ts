import { unlessAway } from '#platform/connectors/unless-away.ts';
import { draftRoutes } from '@causeway/contract/tables/edits.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Actor } from '#platform/access/actor.ts';
import { renamedColumns } from '#platform/connectors/sql/renames.ts';
import type { QueryInTransaction } from '#platform/connectors/sql/transaction.ts';
import type { Db } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import { settleSets } from '#platform/ledger/settle.ts';
import { keysOfChanges } from '#platform/rows/cells.ts';
import { readRows } from '#platform/rows/lock-rows.ts';
import { orderChanges } from '#platform/rows/order-changes.ts';
import type { Services } from '#platform/services.ts';
import { applyDraft } from './apply.ts';
import { checkChanges } from './check-changes.ts';
import {
  discardDraft,
  type DraftPlace,
  isNumbered,
  listDrafts,
  readDraft,
  stageChanges,
  type StoredDraft,
  tellOwner,
} from './drafts.ts';
import {
  findTableNow,
  followColumns,
  type Followed,
  followTable,
  noteDraftNumbers,
  seenOf,
  withTablesNow,
} from '../follow-renames.ts';
import { createTableOpener, type TableCall } from '../open-table.ts';
import { readableParking, readableSql } from './readable-sql.ts';
import { refRenamer } from './rename-changes.ts';

export function mountDrafts(mount: Mount, services: Services): void {
  const { writing } = createTableOpener(services);

  /** The draft as it is; what a crash left half-way is settled first. */
  async function settledDraft(db: Db, place: DraftPlace): Promise<StoredDraft> {
    const draft = await readDraft(db, place);
    if (draft.applying.length === 0) return draft;
    await settleSets(services, draft.applying);
    return readDraft(db, place);
  }

  /** The draft by the names its table and columns have now. */
  async function draftNow(db: Db, place: DraftPlace, followed: Followed): Promise<StoredDraft> {
    await followTable(services, db, place, followed);
    return followColumns(services, await settledDraft(db, place), followed.table);
  }

  async function wantedDraft(db: Db, place: DraftPlace, call: TableCall, refs?: string[]) {
    const { table } = call;
    const draft = await draftNow(db, place, { target: call.opened.target, table });
    if (!refs) return draft;
    const refNow = refRenamer(renamedColumns(draft.columns, table.columns));
    const wanted = new Set(refs.map(refNow));
    return { ...draft, changes: draft.changes.filter(({ ref }) => wanted.has(ref)) };
  }

  mount('drafts', draftRoutes, {
    list: async ({ db, actor, opened: { target } }) => {
      const drafts = await listDrafts(db, { userId: actor.user.id, connectorId: target.id });
      return withTablesNow(services, target, drafts);
    },

    show: async ({ db, query, params, actor, opened: { target } }) => {
      const place = placeOf(actor, target.id, { ...query, ...params });
      const table = await findTableNow(services, target, place);
      if (!table) return settledDraft(db, place);
      // A draft can be looked at while its database is away.
      const draft = await unlessAway(services, draftNow(db, place, { target, table }), undefined);
      return draft ? { ...draft, seen: seenOf(table) } : readDraft(db, place);
    },

    stage: async ({ db, body, params, actor, opened: { target } }) => {
      const place = placeOf(actor, target.id, { ...body, ...params });
      // Who does not say what names stood for means the columns of now.
      const isTold = body.seen !== undefined && (await isNumbered(db, place));
      const table = isTold ? undefined : await findTableNow(services, target, place);
      const seen = body.seen ?? (table && seenOf(table));
      const revision = await stageChanges(db, place, { ...body, seen });
      if (table) await noteDraftNumbers(db, place, table);
      await tellOwner(services, db, place);
      return { revision };
    },

    discard: async ({ db, body, params, actor, opened: { target } }) => {
      const place = placeOf(actor, target.id, { ...body, ...params });
      const table = await findTableNow(services, target, place);
      if (table) await draftNow(db, place, { target, table });
      const discarded = await discardDraft(db, place);
      await tellOwner(services, db, place);
      return table ? { ...discarded, seen: seenOf(table) } : discarded;
    },

    preview: ({ body, ...request }) => {
      return writing(request, body, async (call) => {
        const { table, opened } = call;
        const draft = await wantedDraft(request.db, placeIn(call), call, body.refs);
        const wanted = checkChanges(table, draft.changes);
        const query: QueryInTransaction = ({ text, values }) =>
          services.databases.read(opened.target, text, [...values]);
        const rows = await readRows(query, table, keysOfChanges(table, wanted));
        const changes = orderChanges(table, wanted, rows);
        const statements = [
          ...changes.flatMap((ordered) => readableParking(table, ordered)),
          ...changes.map(({ change }) => ({
            ref: change.ref,
            sql: readableSql(table, change),
          })),
        ];
        return { statements };
      });
    },

    apply: ({ body, ...request }) => {
      return writing(request, body, async (call) => {
        const place = placeIn(call);
        const draft = await wantedDraft(request.db, place, call, body.refs);
        if (draft.applying.length > 0) throw new Failure('E_DRAFT_BUSY');
        return applyDraft(services, { call, place, draft, screen: body.screen });
      });
    },
  });
}

function placeOf(
  actor: Actor,
  connectorId: string,
  { schema, table }: { schema: string; table: string },
): DraftPlace {
  return { userId: actor.user.id, connectorId, schema, table };
}

function placeIn({ actor, opened, table }: TableCall): DraftPlace {
  return placeOf(actor, opened.target.id, { schema: table.schema, table: table.name });
}
