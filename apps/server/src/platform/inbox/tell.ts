import { type Role, roles } from '@causeway/contract/access.ts';
import { type InboxKind, inboxKinds, type InboxParams } from '@causeway/contract/inbox/kinds.ts';
import { findSafePath } from '@causeway/contract/safe-path.ts';
import { roleNow } from '#platform/access/find-actor.ts';
import { changeRows, readRow, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import { CHANNEL } from '#platform/events/notify.ts';

/** These people, everybody in the project who has at least this role, or who runs the installation. */
export type Recipients = { people: readonly string[] } | { atLeast: Role } | 'staff';

export type News<Kind extends InboxKind> = {
  to: Recipients;
  /** Who did it themselves needs no telling. */
  except?: string | undefined;
  kind: Kind;
  params: InboxParams<Kind>;
  /** It is shown to members of this project only; without one it is the person's own matter. */
  projectId?: string;
  /** Where in the product it is about, as an address without its origin. */
  link?: string | undefined;
  /** What it is about: as long as it is unread, the next one about the same takes its place. */
  about?: string;
  /** For kinds that are answered; the answer is told as the happening `approval.answered`. */
  approval?: Approval;
};

type Approval = {
  /** What it asks about, in the table of who asks. */
  subjectId: string;
  /** The weakest role that may answer. */
  atLeast: Role;
  expiresAt?: Date;
};

/** Mails wait this long, so that who is looking anyway gets none. */
const MAIL_AFTER = '1 minute';

/**
 * Puts something into people's inboxes, in the transaction it belongs to: they see it at once when
 * it is committed, and get it by mail a little later if they want that and have not read it.
 */
export async function tell<Kind extends InboxKind>(tx: Tx, news: News<Kind>): Promise<void> {
  const { kind, link, projectId = null, about = null } = news;
  const { params: schema, mail } = inboxKinds[kind];
  const params = JSON.stringify(schema.parse(news.params));
  if (link !== undefined && findSafePath(link) !== link) throw new Error(`Not our link: ${link}`);
  const approvalId = news.approval ? await insertApproval(tx, news, news.approval) : null;
  await changeRows(
    tx,
    sql`with told as (
          insert into inbox as entry
            (user_id, project_id, kind, params, link, about, approval_id, mail_due_at)
          select person.id, ${projectId}::uuid, ${kind}, ${params}::jsonb, ${link}, ${about},
            ${approvalId}::uuid, case
              when not coalesce(choice.is_mailed, ${mail === 'on'}::boolean) then null
              when choice.is_daily then ${nextMorning(sql`person.id`)}
              else now() + ${MAIL_AFTER}::interval end
          from users person
          left join inbox_mail_choices choice on choice.user_id = person.id
            and choice.kind = ${kind}
          where person.id in (${recipientsOf(news, projectId)})
            and person.id is distinct from ${news.except ?? null}::uuid
          on conflict (user_id, kind, about) where read_at is null do update set
            params = excluded.params, link = excluded.link, approval_id = excluded.approval_id,
            told_at = excluded.told_at, times = entry.times + 1,
            -- What goes on and off all day is not mailed each time.
            mail_due_at = coalesce(entry.mail_due_at, case
              when entry.mailed_at is null or entry.mailed_at < now() - interval '1 hour'
              then excluded.mail_due_at end)
          returning user_id
        )
        ${tellBrowsers}`,
  );
}

/** Takes back what is true no longer, read or not: an invitation that was withdrawn, say. */
export async function untell(
  tx: Tx,
  what: { kind: InboxKind; about: string; person?: string },
): Promise<void> {
  await changeRows(
    tx,
    sql`with told as (
          delete from inbox where kind = ${what.kind} and about = ${what.about}
            and user_id = coalesce(${what.person ?? null}::uuid, user_id)
          returning user_id
        )
        ${tellBrowsers}`,
  );
}

/** Where what was approved can be looked at, once it is done. */
export async function linkApproval(tx: Tx, subjectId: string, link: string): Promise<void> {
  await changeRows(
    tx,
    sql`with told as (
          update inbox set link = ${link} from approvals asked
          where asked.id = inbox.approval_id and asked.subject_id = ${subjectId}
          returning inbox.user_id
        )
        ${tellBrowsers}`,
  );
}

/** Nobody has to answer any more: what asked has ended. False where there was nothing left to answer. */
export async function withdrawApprovals(tx: Tx, subjectId: string): Promise<boolean> {
  const withdrawn = await changeRows(
    tx,
    sql`update approvals set outcome = 'withdrawn', answered_at = now()
        where subject_id = ${subjectId} and outcome is null`,
  );
  if (withdrawn === 0) return false;
  await changeRows(
    tx,
    sql`with told as (
          update inbox set read_at = coalesce(read_at, now()), mail_due_at = null
          from approvals asked where asked.id = inbox.approval_id
            and asked.subject_id = ${subjectId} and asked.outcome = 'withdrawn'
          returning inbox.user_id
        )
        ${tellBrowsers}`,
  );
  return true;
}

/**
 * When somebody's news of a day are mailed together: at eight, where the project is that they joined
 * first. All of a day have the same moment, so they are one mail.
 */
export function nextMorning(person: Sql): Sql {
  return sql`(select (date_trunc('day', (now() at time zone zone) - interval '8 hours')
      + interval '1 day 8 hours') at time zone zone
    from (select coalesce((select project.settings->>'timeZone' from project_members member
        join projects project on project.id = member.project_id where member.user_id = ${person}
        order by member.joined_at, project.id limit 1), 'UTC') as zone) clock)`;
}

/** The end of a statement whose `told` are the people whose inbox it changed. */
export const tellBrowsers = sql`select count(pg_notify(${CHANNEL}, json_build_object(
    'audience', json_build_object('userId', user_id),
    'event', json_build_object('type', 'inbox.changed'))::text))
  from (select distinct user_id from told) told`;

/** What is to be answered goes to who may answer as things are. */
function recipientsOf(
  { to, approval }: Pick<News<InboxKind>, 'to' | 'approval'>,
  projectId: string | null,
): Sql {
  if (to === 'staff') return sql`select id from users where staff and suspended_at is null`;
  if ('people' in to) return sql`select unnest(${to.people}::uuid[])`;
  const enough = roles.slice(roles.indexOf(to.atLeast));
  const role = approval ? roleNow : sql`member.role`;
  return sql`select member.user_id from project_members member
    where member.project_id = ${projectId}::uuid and ${role} = any(${enough}::text[])`;
}

async function insertApproval(
  tx: Tx,
  { kind, projectId }: Pick<News<InboxKind>, 'kind' | 'projectId'>,
  { subjectId, atLeast, expiresAt }: Approval,
): Promise<string> {
  if (!inboxKinds[kind].isApproval) throw new Error(`${kind} is not answered`);
  const { id } = await readRow<{ id: string }>(
    tx,
    sql`insert into approvals (kind, subject_id, project_id, role, expires_at)
        values (${kind}, ${subjectId}, ${projectId ?? null}, ${atLeast}, ${expiresAt ?? null})
        returning id`,
  );
  return id;
}
