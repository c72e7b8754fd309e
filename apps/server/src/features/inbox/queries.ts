import type { Role } from '@causeway/contract/access.ts';
import { type InboxEntry, type MailTime, MOST_UNREAD } from '@causeway/contract/inbox/inbox.ts';
import type { InboxKind } from '@causeway/contract/inbox/kinds.ts';
import { roleNow } from '#platform/access/find-actor.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { nextMorning, tellBrowsers } from '#platform/inbox/tell.ts';

/** Who has left a project is shown nothing of it any more. */
const isTheirs = sql`(entry.project_id is null or exists (
  select from project_members member
  where member.project_id = entry.project_id and member.user_id = entry.user_id))`;

const entryColumns = sql`entry.id, entry.kind, entry.params, entry.link, entry.times,
  entry.told_at as "toldAt", entry.read_at as "readAt",
  case when project.id is not null
    then json_build_object('id', project.id, 'name', project.name) end as project,
  case when approval.id is not null then json_build_object(
    'outcome', coalesce(approval.outcome,
      case when approval.expires_at <= now() then 'expired' end),
    'answeredBy', answerer.name,
    'expiresAt', to_char(approval.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) end as approval`;

const entrySource = sql`inbox entry left join projects project on project.id = entry.project_id
  left join approvals approval on approval.id = entry.approval_id
  left join users answerer on answerer.id = approval.answered_by`;

type Asked = {
  userId: string;
  isUnreadOnly: boolean;
  before: { toldAt: string | null; id: string | null };
  limit: number;
};

export function listEntries(db: Db, asked: Asked): Promise<InboxEntry[]> {
  const { toldAt, id } = asked.before;
  return listRows(
    db,
    sql`select ${entryColumns} from ${entrySource}
        where entry.user_id = ${asked.userId} and ${isTheirs}
          ${asked.isUnreadOnly ? sql`and entry.read_at is null` : sql``}
          ${toldAt === null ? sql`` : sql`and (entry.told_at, entry.id) < (${toldAt}::timestamptz, ${id}::uuid)`}
        order by entry.told_at desc, entry.id desc limit ${asked.limit}`,
  );
}

export function findEntry(db: Db, userId: string, id: string): Promise<InboxEntry | undefined> {
  return findRow(
    db,
    sql`select ${entryColumns} from ${entrySource}
        where entry.user_id = ${userId} and entry.id = ${id} and ${isTheirs}`,
  );
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const { unread } = await readRow<{ unread: number }>(
    db,
    sql`select count(*)::int as unread from (
          select from inbox entry where user_id = ${userId} and read_at is null and ${isTheirs}
          limit ${MOST_UNREAD}) counted`,
  );
  return unread;
}

/**
 * What was read is not mailed any more. Read again as unread, it stays beside a newer one about the
 * same: only one of them could be the unread one.
 */
export async function markRead(
  tx: Tx,
  { userId, ids, isRead }: { userId: string; ids: readonly string[]; isRead: boolean },
): Promise<void> {
  const change = isRead
    ? sql`read_at = coalesce(read_at, now()), mail_due_at = null`
    : sql`read_at = null, about = null`;
  await changeRows(
    tx,
    sql`with told as (
          update inbox set ${change}
          where user_id = ${userId} and id = any(${ids}::uuid[]) returning user_id
        )
        ${tellBrowsers}`,
  );
}

export async function markAllRead(tx: Tx, userId: string, until: string): Promise<void> {
  await changeRows(
    tx,
    sql`with told as (
          update inbox set read_at = now(), mail_due_at = null
          where user_id = ${userId} and read_at is null and told_at <= ${until}::timestamptz
          returning user_id
        )
        ${tellBrowsers}`,
  );
}

/** Who was suspended answers nothing, by no link. */
export function findActive(
  db: Db,
  userId: string,
): Promise<{ id: string; name: string } | undefined> {
  return findRow(
    db,
    sql`select id, name from users where id = ${userId} and suspended_at is null
          and verified_at is not null`,
  );
}

export type Asking = {
  id: string;
  kind: InboxKind;
  subjectId: string;
  projectId: string | null;
  /** The weakest that may answer, and the one the person has now. */
  needed: Role | null;
  role: Role | null;
};

/** What an entry of this person asks for. */
export function findAsking(tx: Tx, userId: string, entryId: string): Promise<Asking | undefined> {
  return findRow(
    tx,
    sql`select approval.id, approval.kind, approval.subject_id as "subjectId",
          approval.project_id as "projectId", approval.role as needed,
          ${roleNow} as role
        from inbox entry join approvals approval on approval.id = entry.approval_id
        left join project_members member on member.project_id = approval.project_id
          and member.user_id = entry.user_id
        where entry.id = ${entryId} and entry.user_id = ${userId} and ${isTheirs}`,
  );
}

/** False when somebody was first, it was withdrawn, or its time is over. */
export async function answerApproval(
  tx: Tx,
  { id, userId, isAccepted }: { id: string; userId: string; isAccepted: boolean },
): Promise<boolean> {
  const answered = await changeRows(
    tx,
    sql`update approvals set outcome = ${isAccepted ? 'accepted' : 'declined'},
          answered_by = ${userId}, answered_at = now()
        where id = ${id} and outcome is null and (expires_at is null or expires_at > now())`,
  );
  if (answered === 0) return false;
  await changeRows(
    tx,
    sql`with told as (
          update inbox set read_at = coalesce(read_at, now()), mail_due_at = null
          where approval_id = ${id} returning user_id
        )
        ${tellBrowsers}`,
  );
  return true;
}

export function listMailChoices(
  db: Db,
  userId: string,
): Promise<{ kind: string; mail: MailTime }[]> {
  return listRows(
    db,
    sql`select kind, case when not is_mailed then 'never' when is_daily then 'daily' else 'now' end
          as mail
        from inbox_mail_choices where user_id = ${userId}`,
  );
}

/** What waits to be mailed follows the choice: it comes with the next collection, soon, or not. */
export async function putMailChoice(
  tx: Tx,
  { userId, kind, mail }: { userId: string; kind: InboxKind; mail: MailTime },
): Promise<void> {
  await changeRows(
    tx,
    sql`insert into inbox_mail_choices (user_id, kind, is_mailed, is_daily)
        select id, ${kind}, ${mail !== 'never'}, ${mail === 'daily'} from users where id = ${userId}
        on conflict (user_id, kind) do update
          set is_mailed = excluded.is_mailed, is_daily = excluded.is_daily`,
  );
  const due = {
    now: sql`least(mail_due_at, now() + interval '1 minute')`,
    daily: nextMorning(sql`${userId}::uuid`),
    never: sql`null`,
  }[mail];
  await changeRows(
    tx,
    sql`update inbox set mail_due_at = ${due}
        where user_id = ${userId} and kind = ${kind} and mail_due_at is not null`,
  );
}
