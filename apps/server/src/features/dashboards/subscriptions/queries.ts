import type { AskedFilters } from '@causeway/contract/dashboards/asked.ts';
import type { DashboardSubscription } from '@causeway/contract/dashboards/subscriptions.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { isLive } from '#platform/access/resting.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import type { Recipient } from '#platform/mail/layout.ts';
import { guestsOf, isAllowedGuest, mayAuthorSend } from './guests.ts';

const zone = sql`coalesce(project.settings->>'timeZone', 'UTC')`;

export function listSubscriptions(
  db: Db,
  { user }: ProjectActor,
  condition: Sql,
): Promise<DashboardSubscription[]> {
  return listRows(
    db,
    sql`select subscription.id, subscription.dashboard_id as "dashboardId", subscription.rhythm,
          subscription.weekday, subscription.minute, subscription.asked, author.name as author,
          subscription.author_id = ${user.id} as "isMine", subscription.is_held as "isHeld",
          subscription.next_at as "nextAt", subscription.last_at as "lastAt",
          subscription.last_failed as "lastFailed",
          case when subscription.unknown_zone = ${zone} then subscription.unknown_zone end
            as "unknownZone",
          coalesce((select jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name,
              'isUnsubscribed', subscriber.unsubscribed_at is not null) order by person.name)
            from dashboard_subscribers subscriber join users person
              on person.id = subscriber.user_id
            where subscriber.subscription_id = subscription.id), '[]') as recipients,
          ${guestsOf} as outside
        from dashboard_subscriptions subscription
        join projects project on project.id = subscription.project_id
        left join users author on author.id = subscription.author_id
        where ${condition} order by subscription.created_at, subscription.id limit 200`,
  );
}

type NewSubscription = Pick<DashboardSubscription, 'rhythm' | 'weekday' | 'minute' | 'asked'> & {
  dashboardId: string;
  nextAt: Date;
  recipients: string[];
};

/** Only members get it; who is none is left out. */
export async function insertSubscription(
  tx: Tx,
  { user, project }: ProjectActor,
  wanted: NewSubscription,
): Promise<string> {
  const { id } = await readRow<{ id: string }>(
    tx,
    sql`insert into dashboard_subscriptions (project_id, dashboard_id, author_id, rhythm, weekday,
          minute, asked, next_at)
        values (${project.id}, ${wanted.dashboardId}, ${user.id}, ${wanted.rhythm},
          ${wanted.weekday}, ${wanted.minute}, ${JSON.stringify(wanted.asked)}, ${wanted.nextAt})
        returning id`,
  );
  await addSubscribers(tx, { id, projectId: project.id, recipients: wanted.recipients });
  return id;
}

/**
 * From now on it comes with the rights of who changed it, so one that was held or waited goes on. Who unsubscribed
 * stays so: that is theirs to say.
 */
export async function changeSubscription(
  tx: Tx,
  { user, project }: ProjectActor,
  { id, ...wanted }: Omit<NewSubscription, 'dashboardId'> & { id: string },
): Promise<void> {
  await changeRows(
    tx,
    sql`update dashboard_subscriptions set author_id = ${user.id}, is_held = false,
          unknown_zone = null, rhythm = ${wanted.rhythm}, weekday = ${wanted.weekday}, minute = ${wanted.minute},
          asked = ${JSON.stringify(wanted.asked)}, next_at = ${wanted.nextAt}
        where id = ${id}`,
  );
  await changeRows(
    tx,
    sql`delete from dashboard_subscribers
        where subscription_id = ${id} and user_id <> all(${wanted.recipients}::uuid[])`,
  );
  await addSubscribers(tx, { id, projectId: project.id, recipients: wanted.recipients });
}

type Subscribers = { id: string; projectId: string; recipients: string[] };

async function addSubscribers(tx: Tx, { id, projectId, recipients }: Subscribers): Promise<void> {
  await changeRows(
    tx,
    sql`insert into dashboard_subscribers (subscription_id, user_id)
        select ${id}, user_id from project_members
        where project_id = ${projectId} and user_id = any(${recipients}::uuid[])
        on conflict do nothing`,
  );
}

export async function deleteSubscription(tx: Tx, id: string): Promise<void> {
  await changeRows(tx, sql`delete from dashboard_subscriptions where id = ${id}`);
}

export type Due = {
  id: string;
  projectId: string;
  dashboardId: string;
  authorId: string;
  rhythm: DashboardSubscription['rhythm'];
  weekday: number;
  minute: number;
  asked: AskedFilters;
  slot: string;
  timeZone: string;
};

const columns = sql`subscription.id, subscription.project_id as "projectId",
  subscription.dashboard_id as "dashboardId", subscription.author_id as "authorId",
  subscription.rhythm, subscription.weekday, subscription.minute, subscription.asked,
  subscription.next_at as slot, ${zone} as "timeZone"`;
const source = sql`dashboard_subscriptions subscription
  join projects project on project.id = subscription.project_id
  join dashboards dashboard on dashboard.id = subscription.dashboard_id
    and dashboard.deleted_at is null`;

/** One that waits for another zone is due again once its project has one. */
export function lockDue(tx: Tx): Promise<Due | undefined> {
  return findRow(
    tx,
    sql`select ${columns} from ${source}
        where not subscription.is_held and subscription.next_at <= now()
          and ${isLive(sql`subscription.project_id`)}
          and subscription.unknown_zone is distinct from ${zone}
        order by subscription.next_at for update of subscription skip locked limit 1`,
  );
}

/** Undefined where its dashboard is deleted. */
export function findSubscription(db: Db, id: string): Promise<Due | undefined> {
  return findRow(db, sql`select ${columns} from ${source} where subscription.id = ${id}`);
}

/** The mails of a slot: one a member who still wants it, and one an address outside that said yes. */
export async function writeMailings(tx: Tx, { id, slot }: Due, nextAt: Date): Promise<void> {
  await changeRows(
    tx,
    sql`insert into dashboard_mailings (subscription_id, slot, user_id)
        select subscriber.subscription_id, ${slot}::timestamptz, subscriber.user_id
        from dashboard_subscribers subscriber
        join dashboard_subscriptions subscription on subscription.id = subscriber.subscription_id
        join project_members member on member.project_id = subscription.project_id
          and member.user_id = subscriber.user_id
        where subscriber.subscription_id = ${id} and subscriber.unsubscribed_at is null
        on conflict do nothing`,
  );
  await changeRows(
    tx,
    sql`insert into dashboard_mailings (subscription_id, slot, guest_id)
        select guest.subscription_id, ${slot}::timestamptz, guest.id from ${readers}
        where guest.subscription_id = ${id} and ${isSentTo}
        on conflict do nothing`,
  );
  await changeRows(
    tx,
    sql`update dashboard_subscriptions set next_at = ${nextAt}, last_at = ${slot}::timestamptz,
          unknown_zone = null
        where id = ${id}`,
  );
}

export type OpenSlot = { id: string; projectId: string; slot: string };

/** A slot with mails that nobody is at work on, of another project than these. */
export function takeOpen(db: Db, notOf: string[]): Promise<OpenSlot | undefined> {
  return findRow(
    db,
    // Found once: joined as it stands, it could be looked for anew with every row.
    sql`with open as materialized (
          select waiting.subscription_id, waiting.slot, subscription.project_id
          from dashboard_mailings waiting
          join dashboard_subscriptions subscription on subscription.id = waiting.subscription_id
          where waiting.sent_at is null
            and (waiting.taken_until is null or waiting.taken_until < now())
            and waiting.slot > now() - interval '1 day'
            and subscription.project_id <> all(${notOf}::uuid[])
            and ${isLive(sql`subscription.project_id`)}
          order by waiting.slot for update of waiting skip locked limit 1)
        update dashboard_mailings mailing set taken_until = now() + interval '5 minutes'
        from open
        where mailing.subscription_id = open.subscription_id and mailing.slot = open.slot
          and mailing.sent_at is null
        returning mailing.subscription_id as id, open.project_id as "projectId", mailing.slot`,
  );
}

const readers = sql`dashboard_guests guest
  join dashboard_subscriptions subscription on subscription.id = guest.subscription_id
  join projects project on project.id = subscription.project_id`;
const isSentTo = sql`guest.confirmed_at is not null and guest.unsubscribed_at is null
  and ${isAllowedGuest} and ${mayAuthorSend}`;

/** A member, or an address outside. */
export type Addressee = Recipient &
  ({ userId: string; guestId: null } | { userId: null; guestId: string });

export function listUnsent(
  db: Db,
  { id, slot }: { id: string; slot: string },
): Promise<Addressee[]> {
  return listRows(
    db,
    sql`select person.id as "userId", null::uuid as "guestId", person.email, person.name,
          person.mail_language as language
        from dashboard_mailings mailing join users person on person.id = mailing.user_id
        join dashboard_subscribers subscriber on subscriber.user_id = mailing.user_id
          and subscriber.subscription_id = mailing.subscription_id
          and subscriber.unsubscribed_at is null
        where mailing.subscription_id = ${id} and mailing.slot = ${slot}::timestamptz
          and mailing.sent_at is null and person.verified_at is not null
          and person.suspended_at is null
          and exists (select from project_members member join dashboard_subscriptions subscription
            on subscription.id = mailing.subscription_id
            where member.project_id = subscription.project_id and member.user_id = person.id)
        union all
        select null, guest.id, guest.email, '', guest.language
        from dashboard_mailings mailing join ${readers} on guest.id = mailing.guest_id
        where mailing.subscription_id = ${id} and mailing.slot = ${slot}::timestamptz
          and mailing.sent_at is null and ${isSentTo}`,
  );
}

/** False when it was sent before. */
export async function markSent(
  tx: Tx,
  {
    id,
    slot,
    userId,
    guestId,
  }: { id: string; slot: string } & Pick<Addressee, 'userId' | 'guestId'>,
): Promise<boolean> {
  const marked = await changeRows(
    tx,
    sql`update dashboard_mailings set sent_at = now()
        where subscription_id = ${id} and slot = ${slot}::timestamptz
          and (user_id = ${userId}::uuid or guest_id = ${guestId}::uuid)
          and sent_at is null`,
  );
  return marked > 0;
}

/** What is left of a slot is not sent any more, unless its project was deleted meanwhile: then it waits. */
export async function closeSlot(
  db: Db,
  { id, slot }: { id: string; slot: string },
  failed: number,
): Promise<void> {
  await changeRows(
    db,
    sql`update dashboard_mailings mailing set sent_at = now()
        from dashboard_subscriptions subscription
        where subscription_id = ${id} and slot = ${slot}::timestamptz and sent_at is null
          and subscription.id = mailing.subscription_id
          and ${isLive(sql`subscription.project_id`)}`,
  );
  await changeRows(
    db,
    sql`update dashboard_subscriptions set last_failed = ${failed} where id = ${id}`,
  );
}

/** Nothing of a slot is sent a day after it: what went and what never did is forgotten a while later. */
export async function forgetOldMailings(db: Db): Promise<void> {
  await changeRows(db, sql`delete from dashboard_mailings where slot < now() - interval '7 days'`);
}

export function unsubscribe(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<{ dashboard: string } | undefined> {
  return findRow(
    db,
    sql`update dashboard_subscribers subscriber set
          unsubscribed_at = coalesce(unsubscribed_at, now())
        from dashboard_subscriptions subscription
        join dashboards dashboard on dashboard.id = subscription.dashboard_id
        where subscriber.subscription_id = ${id} and subscriber.user_id = ${userId}
          and subscription.id = subscriber.subscription_id
        returning dashboard.name as dashboard`,
  );
}
