import {
  ASKED_DAYS,
  type DashboardSubscription,
} from '@causeway/contract/dashboards/subscriptions.ts';
import { roleNow } from '#platform/access/find-actor.ts';
import { changeRows, type Db, findRow, listRows, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';

/** Of `guest` and `project`: that addresses of its domain may be sent to, now. */
export const isAllowedGuest = sql`coalesce(project.settings->'mailDomains', '[]')
  ? split_part(guest.email, '@', 2)`;

/** Of `subscription`: who it is sent for may still send it to others. */
export const mayAuthorSend = sql`exists (select from project_members member
  where member.project_id = subscription.project_id and member.user_id = subscription.author_id
    and ${roleNow} <> 'viewer')`;

export const guestsOf = sql`coalesce((select jsonb_agg(jsonb_build_object('id', guest.id,
    'email', guest.email, 'state', case
      when guest.unsubscribed_at is not null then 'unsubscribed'
      when not (${isAllowedGuest}) then 'domain'
      when guest.confirmed_at is null then 'asked' else 'confirmed' end) order by guest.email)
  from dashboard_guests guest join projects project on project.id = subscription.project_id
  where guest.subscription_id = subscription.id), '[]')`;

/** Those that are not among them any more are forgotten; who unsubscribed stays so, that is theirs to say. */
export async function dropGuests(tx: Tx, id: string, kept: readonly string[]): Promise<void> {
  await changeRows(
    tx,
    sql`delete from dashboard_guests
        where subscription_id = ${id} and unsubscribed_at is null and email <> all(${kept}::text[])`,
  );
}

export type NewGuest = { id: string; email: string };

type Adding = { id: string; emails: readonly string[]; language: string };

/** The new ones, and those that let the question pass. */
export function addGuests(tx: Tx, { id, emails, language }: Adding): Promise<NewGuest[]> {
  return listRows(
    tx,
    sql`insert into dashboard_guests as guest (subscription_id, email, language)
        select ${id}, wanted.email, ${language} from unnest(${emails}::text[]) as wanted (email)
        on conflict (subscription_id, email) do update set asked_at = now()
          where guest.confirmed_at is null and guest.unsubscribed_at is null
            and guest.asked_at < now() - make_interval(days => ${ASKED_DAYS})
        returning guest.id, guest.email`,
  );
}

/** Whoever reads `ann+news@…` reads `ann+more@…`: what one of them said holds for both. */
const mailbox = (email: Sql) => sql`regexp_replace(${email}, '\\+[^@]*', '')`;

/** Of the domains, and of addresses that want to hear nothing: what may not be written to. */
export function listRefused(
  db: Db,
  projectId: string,
  emails: readonly string[],
): Promise<{ email: string; isDomain: boolean }[]> {
  return listRows(
    db,
    sql`select guest.email, not (${isAllowedGuest}) as "isDomain"
        from unnest(${emails}::text[]) as guest (email)
        join projects project on project.id = ${projectId}
        where not (${isAllowedGuest}) or exists (select from dashboard_guest_refusals refusal
          where refusal.project_id = ${projectId}
            and ${mailbox(sql`refusal.email`)} = ${mailbox(sql`guest.email`)})`,
  );
}

type Answered = { projectId: string; dashboardId: string; email: string };

const answered = sql`subscription.project_id as "projectId",
  subscription.dashboard_id as "dashboardId", guest.email`;

/** Undefined where nobody asks any more. One that is too old to be agreed to can still be refused. */
export function findQuestion(
  db: Db,
  guestId: string,
): Promise<{ project: string; dashboard: string } | undefined> {
  return findRow(
    db,
    sql`select project.name as project, dashboard.name as dashboard
        from dashboard_guests guest
        join dashboard_subscriptions subscription on subscription.id = guest.subscription_id
        join projects project on project.id = subscription.project_id
        join dashboards dashboard on dashboard.id = subscription.dashboard_id
        where guest.id = ${guestId}`,
  );
}

/** Undefined where the question is too old, or nobody asks any more. */
export function confirmGuest(tx: Tx, guestId: string): Promise<Answered | undefined> {
  return findRow(
    tx,
    sql`update dashboard_guests guest set confirmed_at = coalesce(guest.confirmed_at, now())
        from dashboard_subscriptions subscription
        where guest.id = ${guestId} and subscription.id = guest.subscription_id
          and guest.unsubscribed_at is null and (guest.confirmed_at is not null
            or guest.asked_at > now() - make_interval(days => ${ASKED_DAYS}))
        returning ${answered}`,
  );
}

/** For this project, and for good. */
export async function refuseForever(tx: Tx, guestId: string): Promise<Answered | undefined> {
  const found = await findRow<Answered>(
    tx,
    sql`update dashboard_guests guest set unsubscribed_at = coalesce(unsubscribed_at, now())
        from dashboard_subscriptions subscription
        where guest.id = ${guestId} and subscription.id = guest.subscription_id
        returning ${answered}`,
  );
  if (!found) return undefined;
  const { projectId, email } = found;
  await changeRows(
    tx,
    sql`insert into dashboard_guest_refusals (project_id, email) values (${projectId}, ${email})
        on conflict do nothing`,
  );
  await changeRows(
    tx,
    sql`update dashboard_guests guest set unsubscribed_at = now()
        from dashboard_subscriptions subscription
        where subscription.id = guest.subscription_id and subscription.project_id = ${projectId}
          and ${mailbox(sql`guest.email`)} = ${mailbox(sql`${email}::text`)}
          and guest.unsubscribed_at is null`,
  );
  return found;
}

export function unsubscribeGuest(
  db: Db,
  { id, guestId }: { id: string; guestId: string },
): Promise<({ dashboard: string; isFirst: boolean } & Answered) | undefined> {
  return findRow(
    db,
    sql`with before as (select unsubscribed_at from dashboard_guests where id = ${guestId})
        update dashboard_guests guest set unsubscribed_at = coalesce(unsubscribed_at, now())
        from dashboard_subscriptions subscription
        join dashboards dashboard on dashboard.id = subscription.dashboard_id
        where guest.id = ${guestId} and guest.subscription_id = ${id} and subscription.id = ${id}
        returning dashboard.name as dashboard, ${answered},
          (select before.unsubscribed_at is null from before) as "isFirst"`,
  );
}

/** What of a subscription others than those who manage it may not read. */
export function withoutGuests(one: DashboardSubscription): DashboardSubscription {
  return { ...one, outside: [] };
}
