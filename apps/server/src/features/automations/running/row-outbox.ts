import { createHash } from 'node:crypto';
import type { Trigger } from '@causeway/contract/automations/definition.ts';
import { NOTING_TRIGGER } from '#platform/connectors/sql/noting-trigger.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';

type RowsTrigger = Extract<Trigger, { kind: 'rows' }>;

/**
 * What a row trigger needs in the user's own database: a table that changed rows are noted in, by a
 * trigger, in the transaction that changes them. Nothing of it takes a superuser; it is shown before
 * it is installed, and taken away again.
 *
 * A noted row is handed on once every transaction that began before it has ended: whoever reads up to
 * there has missed nothing, and rows come in the order of their transactions.
 *
 * The table stays small: what was handed on is removed in larger pieces (tidy-outbox.ts). Where
 * nobody reads, since the workflow is paused or we are gone, it ends at a million changes: from then on
 * one row says that more were missed, and whoever reads again is told. `n` counts the changes of one
 * watch, about: those noted at the same moment may share a number.
 *
 * Rows are noted by the rights of whose the table is, whoever writes them: others need none on it, and
 * can't make the function mean something else. Where the table is gone or has become another's, nothing
 * is noted, and nobody's writing fails.
 */
export const OUTBOX = 'causeway_outbox';
const MOST_NOTED = 1_000_000;
/** Stands for all changes that were not noted any more. */
export const MISSED = 'missed';

export function watchName(workflowId: string, { id }: Pick<RowsTrigger, 'id'>): string {
  return `${workflowId}:${id}`;
}

function triggerName(workflowId: string, trigger: RowsTrigger): string {
  const hash = createHash('sha256').update(watchName(workflowId, trigger)).digest('hex');
  return `${NOTING_TRIGGER}${hash.slice(0, 12)}`;
}

/** One statement each, in this order. */
export function installStatements(workflowId: string, trigger: RowsTrigger): string[] {
  const schema = quoteIdentifier(trigger.schema);
  const table = `${schema}.${quoteIdentifier(trigger.table)}`;
  const name = triggerName(workflowId, trigger);
  const events = trigger.on.join(' or ');
  return [
    `create table if not exists ${schema}.${OUTBOX} (
  id bigint generated always as identity primary key,
  tx xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  watch text not null,
  op text not null,
  "row" jsonb not null
)`,
    `alter table ${schema}.${OUTBOX} add column if not exists n bigint not null default 0`,
    `create index if not exists ${OUTBOX}_order on ${schema}.${OUTBOX} (watch, tx, id)`,
    functionStatement(workflowId, trigger),
    `create or replace trigger ${name} after ${events} on ${table}
  for each row execute function ${schema}.${name}('${watchName(workflowId, trigger)}')`,
  ];
}

/** What notes a row, all of it in one statement: it is never anything in between. */
export function functionStatement(workflowId: string, trigger: RowsTrigger): string {
  const schema = quoteIdentifier(trigger.schema);
  const name = `${schema}.${triggerName(workflowId, trigger)}()`;
  const isOutbox = `oid = pg_catalog.to_regclass(${literal(`${schema}.${OUTBOX}`)})`;
  return `do $install$
begin
  create or replace function ${name} returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $note$
declare
  oldest bigint;
  newest bigint;
  last_op text;
begin
  if not exists (select from pg_class
      where ${isOutbox} and pg_get_userbyid(relowner) = current_user) then
    return null;
  end if;
  select n into oldest from ${schema}.${OUTBOX}
  where watch = tg_argv[0] order by tx, id limit 1;
  select n, op into newest, last_op from ${schema}.${OUTBOX}
  where watch = tg_argv[0] order by tx desc, id desc limit 1;
  if newest - oldest >= ${MOST_NOTED} then
    if last_op <> '${MISSED}' then
      insert into ${schema}.${OUTBOX} (watch, op, "row", n)
      values (tg_argv[0], '${MISSED}', '{}', newest + 1);
    end if;
    return null;
  end if;
  insert into ${schema}.${OUTBOX} (watch, op, "row", n)
  values (tg_argv[0], lower(tg_op), to_jsonb(new), coalesce(newest, 0) + 1);
  return null;
end $note$;
  revoke all on function ${name} from public;
  execute (select ${literal(`alter function ${name} owner to `)}
      || pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(relowner))
    from pg_catalog.pg_class where ${isOutbox});
end $install$`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * Whether the trigger is on its table, switched on, and notes just the changes it is set to; and whether
 * it notes them by the rights of whose the outbox is, which those of earlier versions do not.
 */
export function installedStatement(workflowId: string, trigger: RowsTrigger): string {
  const schema = quoteIdentifier(trigger.schema);
  // pg_trigger tells by bits what a trigger fires on: 4 is insert, 16 is update.
  const bits = (trigger.on.includes('insert') ? 4 : 0) + (trigger.on.includes('update') ? 16 : 0);
  return `select (count(*) > 0)::text as is_there, bool_and(noting.prosecdef)::text as is_current
from pg_catalog.pg_trigger note
join pg_catalog.pg_proc noting on noting.oid = note.tgfoid
left join pg_catalog.pg_class outbox
  on outbox.oid = to_regclass(${literal(`${schema}.${OUTBOX}`)})
where note.tgname = '${triggerName(workflowId, trigger)}'
  and note.tgrelid = to_regclass(${literal(`${schema}.${quoteIdentifier(trigger.table)}`)})
  and note.tgenabled <> 'D' and note.tgtype & 20 = ${bits}
  and (noting.proowner = outbox.relowner or not noting.prosecdef)`;
}

export function removeStatements(workflowId: string, trigger: RowsTrigger): string[] {
  const schema = quoteIdentifier(trigger.schema);
  const table = `${schema}.${quoteIdentifier(trigger.table)}`;
  const name = triggerName(workflowId, trigger);
  return [
    `drop trigger if exists ${name} on ${table}`,
    `drop function if exists ${schema}.${name}()`,
    dropOutbox(workflowId, trigger),
  ];
}

/** The table goes with the last trigger that notes into it; until then only what this one noted. */
function dropOutbox(workflowId: string, trigger: RowsTrigger): string {
  const schema = quoteIdentifier(trigger.schema);
  const named = literal(schema);
  return `do $drop$
begin
  if to_regclass(${named} || '.${OUTBOX}') is null then
    return;
  end if;
  if exists (select from pg_trigger note join pg_class noted on noted.oid = note.tgrelid
      where note.tgname like 'causeway\\_note\\_%'
        and noted.relnamespace = cast(${named} as regnamespace)) then
    delete from ${schema}.${OUTBOX} where watch = '${watchName(workflowId, trigger)}';
  else
    drop table ${schema}.${OUTBOX};
  end if;
end $drop$`;
}

/** Of everything up to where it was handed on; what others watch stays. */
export function tidyStatement({ schema }: RowsTrigger): string {
  return `delete from ${quoteIdentifier(schema)}.${OUTBOX} noted
where watch = :watch and (noted.tx, noted.id) <= (cast(:tx as xid8), cast(:id as bigint))`;
}

/** Only what can no longer be overtaken, in order, after what was handed on last. */
export function readStatement({ schema }: RowsTrigger): string {
  // Sorted by the columns, not by the texts they are read as: '10' comes before '9'.
  return `select noted.id::text as id, noted.tx::text as tx, op, "row"::text as row_text,
  (extract(epoch from clock_timestamp() - at) * 1000)::bigint::text as lag, at::text as noted_at
from ${quoteIdentifier(schema)}.${OUTBOX} noted
where watch = :watch and noted.tx < pg_snapshot_xmin(pg_current_snapshot())
  and (noted.tx, noted.id) > (cast(:tx as xid8), cast(:id as bigint))
order by noted.tx, noted.id`;
}
