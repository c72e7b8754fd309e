import type { Draft, DraftChange, SeenColumns } from '@causeway/contract/tables/edits.ts';
import { MOST_STAGED } from '@causeway/contract/tables/edits.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import { namesIn } from './rename-changes.ts';

/**
 * Staged edits as they are kept. A change is
 * - staged: only its owner knows of it
 * - being applied: a pending change set holds it, nobody may touch it
 * - gone: its set is done. Rows that a crash left behind are removed when somebody looks
 */
export type DraftPlace = {
  userId: string;
  connectorId: string;
  schema: string;
  table: string;
};

export type StoredDraft = Draft & {
  id: string;
  /** Sets that hold changes of this draft and are pending. */
  applying: string[];
  /** Every name columns had since the draft was begun, and the number the database knows each by. */
  columns: Record<string, number>;
  /** What the names of each change stood for when it was made, by its ref. */
  seenBy: ReadonlyMap<string, SeenColumns>;
};

export type ListedDraft = {
  schema: string;
  table: string;
  /** Null where the table's number is not known. */
  oid: number | null;
  inserts: number;
  updates: number;
  deletes: number;
  changedAt: string;
};

export async function listDrafts(
  db: Db,
  owner: Pick<DraftPlace, 'userId' | 'connectorId'>,
): Promise<ListedDraft[]> {
  return listRows(
    db,
    sql`select draft.schema_name as schema, draft.table_name as table,
          draft.table_oid::float8 as oid,
          count(*) filter (where change.kind = 'insert')::int as inserts,
          count(*) filter (where change.kind = 'update')::int as updates,
          count(*) filter (where change.kind = 'delete')::int as deletes,
          draft.changed_at as "changedAt"
        from drafts draft join draft_changes change on change.draft_id = draft.id
        left join change_sets holder on holder.id = change.applying_id
        where draft.user_id = ${owner.userId} and draft.connector_id = ${owner.connectorId}
          and holder.status is distinct from 'done'
        group by draft.id order by draft.changed_at desc, draft.id`,
  );
}

/** In all databases of a project, the latest first. */
export async function listDraftsOfProject(
  db: Db,
  { project, userId, limit }: { project: { id: string }; userId: string; limit: number },
): Promise<{ connectorId: string; schema: string; table: string; changes: number }[]> {
  return listRows(
    db,
    sql`select draft.connector_id as "connectorId", draft.schema_name as schema,
          draft.table_name as table, count(*)::int as changes
        from drafts draft join connectors connector on connector.id = draft.connector_id
        join draft_changes change on change.draft_id = draft.id
        left join change_sets holder on holder.id = change.applying_id
        where draft.user_id = ${userId} and connector.project_id = ${project.id}
          and holder.status is distinct from 'done'
        group by draft.id order by draft.changed_at desc, draft.id limit ${limit}`,
  );
}

export async function readDraft(db: Db, place: DraftPlace): Promise<StoredDraft> {
  const found = await findRow<{ id: string; revision: string; columns: Record<string, number> }>(
    db,
    sql`select id, revision, column_numbers as columns from drafts
        where user_id = ${place.userId} and connector_id = ${place.connectorId}
          and schema_name = ${place.schema} and table_name = ${place.table}`,
  );
  if (!found)
    return { id: '0', revision: 0, changes: [], applying: [], columns: {}, seenBy: new Map() };
  await tidyClaims(db, found.id);
  const rows = await listRows<{
    change: DraftChange;
    applying: string | null;
    seen: SeenColumns | null;
  }>(
    db,
    sql`select change, applying_id as applying, seen from draft_changes
        where draft_id = ${found.id} order by place`,
  );
  const applying = new Set(rows.flatMap((row) => row.applying ?? []));
  return {
    id: found.id,
    revision: Number(found.revision),
    changes: rows.map(({ change }) => change),
    applying: [...applying],
    columns: found.columns,
    seenBy: new Map(rows.flatMap(({ change, seen }) => (seen ? [[change.ref, seen]] : []))),
  };
}

/** Whether the draft knows the number of its table, by which it follows a rename. */
export async function isNumbered(db: Db, place: DraftPlace): Promise<boolean> {
  const numbered = await findRow(
    db,
    sql`select from drafts where user_id = ${place.userId} and connector_id = ${place.connectorId}
          and schema_name = ${place.schema} and table_name = ${place.table}
          and table_oid is not null`,
  );
  return numbered !== undefined;
}

/** Puts changes in, over those of the same ref, and takes others out. Says the new revision. */
export async function stageChanges(
  tx: Tx,
  place: DraftPlace,
  { put, drop, seen }: { put: DraftChange[]; drop: string[]; seen?: SeenColumns | undefined },
): Promise<number> {
  const draft = await touchDraft(tx, place);
  await tidyClaims(tx, draft.id);
  await refuseBusy(tx, draft.id, [...drop, ...put.map(({ ref }) => ref)]);
  if (drop.length > 0) await deleteChanges(tx, draft.id, drop);
  if (put.length > 0) await putChanges(tx, draft.id, put, seen);
  await checkSize(tx, draft.id);
  return Number(draft.revision);
}

/** Puts these in place of all there are; undefined when the draft has changed meanwhile. */
export async function replaceChanges(
  tx: Tx,
  draft: Pick<StoredDraft, 'id' | 'revision'>,
  changes: DraftChange[],
  seen: SeenColumns,
): Promise<number | undefined> {
  const raised = await changeRows(
    tx,
    sql`update drafts set revision = revision + 1
        where id = ${draft.id} and revision = ${draft.revision}`,
  );
  if (raised === 0) return undefined;
  await changeRows(tx, sql`delete from draft_changes where draft_id = ${draft.id}`);
  await putChanges(tx, draft.id, changes, seen);
  return draft.revision + 1;
}

/** Empties the draft and says what was in it. */
export async function discardDraft(tx: Tx, place: DraftPlace): Promise<Draft> {
  const { id, revision } = await touchDraft(tx, place);
  const { changes, applying } = await readDraft(tx, place);
  if (applying.length > 0) throw new Failure('E_DRAFT_BUSY');
  await changeRows(tx, sql`delete from draft_changes where draft_id = ${id}`);
  return { revision: Number(revision), changes };
}

/** Other tabs and devices of the owner read the draft again. */
export async function tellOwner(
  { events }: Pick<Services, 'events'>,
  tx: Tx,
  { userId, connectorId, schema, table }: DraftPlace,
): Promise<void> {
  await events.publish(tx, { userId }, { type: 'drafts.changed', connectorId, schema, table });
}

/** Hands changes to the set that applies them; how many, which are fewer if the draft has changed. */
export async function claimChanges(
  tx: Tx,
  draft: Pick<StoredDraft, 'id' | 'revision'>,
  setId: string,
  refs: readonly string[],
): Promise<number> {
  return changeRows(
    tx,
    sql`update draft_changes change set applying_id = ${setId}
        from drafts draft
        where draft.id = ${draft.id} and draft.revision = ${draft.revision}
          and change.draft_id = draft.id and change.applying_id is null
          and md5(change.ref) = ${hashesOf(refs)}`,
  );
}

/** Their set is done. */
export async function removeApplied(tx: Tx, draftId: string, setId: string): Promise<void> {
  await changeRows(tx, sql`delete from draft_changes where applying_id = ${setId}`);
  await raiseRevision(tx, draftId);
}

/** Nothing had to be written for these. */
export async function removeChanges(
  tx: Tx,
  draft: Pick<StoredDraft, 'id' | 'revision'>,
  refs: readonly string[],
): Promise<void> {
  const raised = await changeRows(
    tx,
    sql`update drafts set revision = revision + 1, changed_at = now()
        where id = ${draft.id} and revision = ${draft.revision}`,
  );
  if (raised > 0) await deleteChanges(tx, draft.id, refs);
}

async function raiseRevision(tx: Tx, draftId: string): Promise<void> {
  await changeRows(
    tx,
    sql`update drafts set revision = revision + 1, changed_at = now() where id = ${draftId}`,
  );
}

/** Any of them: worked out before the search, so that it goes by the index whatever the size. */
function hashesOf(refs: readonly string[]): Sql {
  return sql`any(array(select md5(ref) from unnest(${refs}::text[]) as given(ref)))`;
}

/** The draft with its next revision; held until the transaction ends. */
function touchDraft(tx: Tx, place: DraftPlace): Promise<{ id: string; revision: string }> {
  return readRow(
    tx,
    sql`insert into drafts (user_id, connector_id, schema_name, table_name, revision)
        values (${place.userId}, ${place.connectorId}, ${place.schema}, ${place.table}, 1)
        on conflict (user_id, connector_id, schema_name, table_name)
        do update set revision = drafts.revision + 1, changed_at = now()
        returning id, revision`,
  );
}

/** Changes of sets that are done go; those of sets nobody can tell of are their owner's again. */
async function tidyClaims(db: Db, draftId: string): Promise<void> {
  await changeRows(
    db,
    sql`with saved as (
          delete from draft_changes change using change_sets holder
          where change.draft_id = ${draftId} and change.applying_id = holder.id
            and holder.status = 'done')
        update draft_changes change set applying_id = null from change_sets holder
        where change.draft_id = ${draftId} and change.applying_id = holder.id
          and holder.status = 'unknown'`,
  );
}

async function refuseBusy(tx: Tx, draftId: string, refs: readonly string[]): Promise<void> {
  const busy = await findRow(
    tx,
    sql`select from draft_changes where draft_id = ${draftId} and applying_id is not null
          and md5(ref) = ${hashesOf(refs)} limit 1`,
  );
  if (busy) throw new Failure('E_DRAFT_BUSY');
}

async function deleteChanges(tx: Tx, draftId: string, refs: readonly string[]): Promise<void> {
  await changeRows(
    tx,
    sql`delete from draft_changes where draft_id = ${draftId}
          and md5(ref) = ${hashesOf(refs)}`,
  );
}

async function putChanges(
  tx: Tx,
  draftId: string,
  changes: DraftChange[],
  seen: SeenColumns | undefined,
): Promise<void> {
  // A statement may touch a row once only: of several changes with one ref, the last counts.
  const last = [...new Map(changes.map((change) => [change.ref, change])).values()];
  await changeRows(
    tx,
    sql`insert into draft_changes (draft_id, ref, kind, change, seen)
        select ${draftId}::bigint, ref, kind, change::json, nullif(seen, 'null')::jsonb
        from unnest(${last.map(({ ref }) => ref)}::text[], ${last.map(({ kind }) => kind)}::text[],
          ${last.map((change) => JSON.stringify(change))}::text[],
          ${last.map((change) => JSON.stringify(seenIn(change, seen)))}::text[])
          with ordinality as given(ref, kind, change, seen, place)
        order by given.place
        on conflict (draft_id, md5(ref))
        do update set kind = excluded.kind, change = excluded.change, seen = excluded.seen`,
  );
}

/** Of the columns this change names, and no others: a table may have hundreds. */
function seenIn(change: DraftChange, seen: SeenColumns | undefined): SeenColumns | null {
  if (!seen) return null;
  const named = namesIn(change).filter((name) => Object.hasOwn(seen.columns, name));
  const columns = named.map((name): [string, number] => [name, seen.columns[name] ?? 0]);
  return { oid: seen.oid, columns: Object.fromEntries(columns) };
}

/** Of one draft, as the database packs it. */
const MOST_BYTES = 128 * 1024 * 1024;

async function checkSize(tx: Tx, draftId: string): Promise<void> {
  const { staged, bytes } = await readRow<{ staged: number; bytes: number }>(
    tx,
    sql`select count(*)::int as staged, coalesce(sum(pg_column_size(change)), 0)::float8 as bytes
        from draft_changes where draft_id = ${draftId}`,
  );
  if (staged <= MOST_STAGED && bytes <= MOST_BYTES) return;
  const most = staged > MOST_STAGED ? `${MOST_STAGED} changes` : `${MOST_BYTES >> 20} MB`;
  throw new Failure('E_VALIDATION', `A draft holds at most ${most}. Save it first.`);
}
