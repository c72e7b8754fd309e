import { draftRoutes } from '@causeway/contract/edits.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Caller } from '#platform/access/caller.ts';
import { refuseSecretsInUrl } from '#platform/connectors/sent.ts';
import type { Db } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import { settleSets } from '#platform/ledger/settle.ts';
import { orderChanges } from '#platform/rows/order-changes.ts';
import type { Services } from '#platform/services.ts';
import { applyDraft } from './apply.ts';
import { checkChanges } from './check-changes.ts';
import {
  discardDraft,
  type DraftPlace,
  listDrafts,
  readDraft,
  stageChanges,
  type StoredDraft,
  tellOwner,
} from './drafts.ts';
import { createTableOpener, type TableCall } from './open-table.ts';
import { readableParking, readableSql } from './readable-sql.ts';

export function mountDrafts(mount: Mount, services: Services): void {
  const { open, writing } = createTableOpener(services);

  /** The draft as it is; what a crash left half-way is settled first. */
  async function settledDraft(db: Db, place: DraftPlace): Promise<StoredDraft> {
    const draft = await readDraft(db, place);
    if (draft.applying.length === 0) return draft;
    await settleSets(services, draft.applying);
    return readDraft(db, place);
  }

  async function wantedDraft(db: Db, place: DraftPlace, refs: string[] | undefined) {
    const draft = await settledDraft(db, place);
    if (!refs) return draft;
    const wanted = new Set(refs);
    return { ...draft, changes: draft.changes.filter(({ ref }) => wanted.has(ref)) };
  }

  mount('drafts', draftRoutes, {
    list: async ({ db, query, caller, project }) => {
      refuseSecretsInUrl(query.connector);
      const { target } = await open({ db, project }, query.connector);
      return listDrafts(db, { userId: caller.user.id, connectorId: target.id });
    },

    show: async ({ db, query, params, caller, project }) => {
      refuseSecretsInUrl(query.connector);
      const { target } = await open({ db, project }, query.connector);
      const place = placeOf(caller, target.id, { ...query, ...params });
      // A draft can be looked at while its database is away.
      return settledDraft(db, place).catch(() => readDraft(db, place));
    },

    stage: async ({ db, body, params, caller, project }) => {
      const { connector, target } = await open({ db, project }, body.connector);
      if (connector.settings.readOnly) throw new Failure('E_CONNECTOR_READ_ONLY');
      const place = placeOf(caller, target.id, { ...body, ...params });
      const revision = await stageChanges(db, place, body);
      await tellOwner(services, db, place);
      return { revision };
    },

    discard: async ({ db, body, params, caller, project }) => {
      const { target } = await open({ db, project }, body.connector);
      const place = placeOf(caller, target.id, { ...body, ...params });
      const discarded = await discardDraft(db, place);
      await tellOwner(services, db, place);
      return discarded;
    },

    preview: ({ body, caller, ...request }) => {
      return writing(request, body, async (call) => {
        const draft = await wantedDraft(request.db, placeIn(caller, call), body.refs);
        const changes = orderChanges(call.table, checkChanges(call.table, draft.changes));
        const statements = [
          ...changes.flatMap((ordered) => readableParking(call.table, ordered)),
          ...changes.map(({ change }) => ({
            ref: change.ref,
            sql: readableSql(call.table, change),
          })),
        ];
        return { statements };
      });
    },

    apply: ({ body, caller, ...request }) => {
      return writing(request, body, async (call) => {
        const place = placeIn(caller, call);
        const draft = await wantedDraft(request.db, place, body.refs);
        if (draft.applying.length > 0) throw new Failure('E_DRAFT_BUSY');
        return applyDraft(services, { call, caller, place, draft, screen: body.screen });
      });
    },
  });
}

function placeOf(
  caller: Caller,
  connectorId: string,
  { schema, table }: { schema: string; table: string },
): DraftPlace {
  return { userId: caller.user.id, connectorId, schema, table };
}

function placeIn(caller: Caller, { opened, table }: TableCall): DraftPlace {
  return placeOf(caller, opened.target.id, { schema: table.schema, table: table.name });
}
