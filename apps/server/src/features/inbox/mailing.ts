import { z } from 'zod';
import { mailedKinds } from '@causeway/contract/inbox/kinds.ts';
import { changeRows, type Db, findRow, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Recipient } from '#platform/mail/layout.ts';
import type { Services } from '#platform/services.ts';
import { makeApprovalToken } from './approval-link.ts';
import { type Due, inboxMail } from './mails.ts';
import { makeUnsubscribeToken } from './unsubscribe.ts';

/** Nobody gets a second mail sooner: what comes meanwhile is collected for it. */
const COLLECTED_FOR = '5 minutes';
const MOST_PEOPLE = 200;

/**
 * What people want by mail is sent once a minute, a person's together. An entry has a time it is due
 * as long as it is to be mailed; reading it takes the time away. The mail joins the transaction that
 * does so too: it is sent once, whatever is lost on the way.
 */
export function defineMailing(services: Services): void {
  services.jobs.define({
    name: 'inbox.mail',
    data: z.object({}),
    schedule: '* * * * *',
    run: () => mailDueEntries(services),
  });
}

type Needed = Pick<Services, 'db' | 'mailer' | 'secrets' | 'env' | 'logger'>;

/** One whose mail can't be written is tried again; the others do not wait for it. */
export async function mailDueEntries(services: Needed): Promise<void> {
  const { db, logger } = services;
  for (const userId of await listPeopleWithDue(db)) {
    await db
      .transaction((tx) => mailPerson(tx, services, userId))
      .catch((error: unknown) => logger.error({ err: error, userId }, 'inbox not mailed'));
  }
}

async function mailPerson(tx: Tx, services: Needed, userId: string): Promise<void> {
  const { mailer, secrets, env } = services;
  const to = await lockRecipient(tx, userId);
  if (!to) return;
  const due = await takeDue(tx, userId);
  if (due.length === 0 || !to.isReachable) return;
  const kinds = mailedKinds.filter((kind) => due.some((entry) => entry.kind === kind));
  const token = makeUnsubscribeToken(secrets, { userId, kinds });
  const chooses = `${env.publicUrl}/guest/unsubscribe?token=${token}`;
  const isDaily = due.every((entry) => entry.isDaily);
  await mailer.send(
    tx,
    inboxMail(to, due, {
      origin: env.publicUrl,
      unsubscribe: chooses,
      daily: isDaily ? undefined : `${chooses}&mail=daily`,
      oneClick: `${env.publicUrl}/api/inbox/v1/unsubscribe/one-click?token=${token}`,
      settings: `${env.publicUrl}/account/notifications`,
      decide: (entryId) => {
        const asked = makeApprovalToken(secrets, { userId, entryId });
        return `${env.publicUrl}/guest/approval?token=${asked}`;
      },
    }),
  );
}

async function listPeopleWithDue(db: Db): Promise<string[]> {
  const rows = await listRows<{ id: string }>(
    db,
    sql`select distinct user_id as id from inbox due where mail_due_at <= now()
          and not exists (select from inbox sent where sent.user_id = due.user_id
            and sent.mailed_at > now() - ${COLLECTED_FOR}::interval)
        limit ${MOST_PEOPLE}`,
  );
  return rows.map(({ id }) => id);
}

/** Undefined while another instance mails them. An address that nobody verified gets no mail. */
function lockRecipient(
  tx: Tx,
  userId: string,
): Promise<(Recipient & { isReachable: boolean }) | undefined> {
  return findRow(
    tx,
    sql`select email, name, mail_language as language,
          verified_at is not null and suspended_at is null as "isReachable"
        from users where id = ${userId} for no key update skip locked`,
  );
}

/** Those of a project the person has left meanwhile are dropped. */
async function takeDue(tx: Tx, userId: string): Promise<Due[]> {
  const taken = await listRows<Due & { isTheirs: boolean; toldAt: string }>(
    tx,
    sql`update inbox entry set mail_due_at = null, mailed_at = now()
        where user_id = ${userId} and mail_due_at <= now()
        returning id, kind, params, link, times, told_at as "toldAt",
          exists (select from approvals asked where asked.id = entry.approval_id
            and asked.outcome is null) as "isAsking",
          (select name from projects where id = entry.project_id) as project,
          exists (select from inbox_mail_choices choice where choice.user_id = entry.user_id
            and choice.kind = entry.kind and choice.is_daily) as "isDaily",
          (project_id is null or exists (select from project_members member
            where member.project_id = entry.project_id and member.user_id = ${userId}))
            as "isTheirs"`,
  );
  return taken
    .filter(({ isTheirs }) => isTheirs)
    .toSorted((one, other) => other.toldAt.localeCompare(one.toldAt));
}

/** Old news are no news. */
export async function forgetOldEntries(db: Db): Promise<void> {
  await changeRows(db, sql`delete from inbox where told_at < now() - interval '90 days'`);
  await changeRows(
    db,
    sql`delete from approvals where asked_at < now() - interval '90 days'
          and not exists (select from inbox where approval_id = approvals.id)`,
  );
}
