import { z } from 'zod';
import { tell } from '#platform/inbox/tell.ts';
import type { Services } from '#platform/services.ts';
import { factorsLostMail } from './lost-factor-mails.ts';
import { forgetUndecided, listOtherStaff, takeReady, takeReminder } from './lost-factors.ts';
import { readAccount } from './queries.ts';

/** More than this in an hour is no accident; the rest comes with the next hour. */
const MOST_AT_ONCE = 500;

export function defineLostFactorJob(services: Services, stopUrl: (token: string) => string): void {
  services.jobs.define({
    name: 'lost-factors.tell',
    data: z.object({}),
    schedule: '23 * * * *',
    run: () => tellOfLostFactors(services, stopUrl),
  });
}

/** A mail a day while it waits; staff hear of it when they may decide. */
export async function tellOfLostFactors(
  { db, mailer }: Pick<Services, 'db' | 'mailer'>,
  stopUrl: (token: string) => string,
): Promise<void> {
  await forgetUndecided(db);
  for (let told = 0; told < MOST_AT_ONCE; told += 1) {
    const isMore = await db.transaction(async (tx) => {
      const due = await takeReminder(tx);
      if (!due) return false;
      const account = await readAccount(tx, due.userId);
      await mailer.send(tx, factorsLostMail(account, new Date(due.readyAt), stopUrl(due.token)));
      return true;
    });
    if (!isMore) break;
  }
  for (let told = 0; told < MOST_AT_ONCE; told += 1) {
    const isMore = await db.transaction(async (tx) => {
      const ready = await takeReady(tx);
      if (!ready) return false;
      await tell(tx, {
        to: { people: await listOtherStaff(tx, ready.userId) },
        kind: 'recovery.ready',
        params: { person: ready.name },
        link: `/staff/users/${ready.userId}`,
        about: ready.userId,
      });
      return true;
    });
    if (!isMore) break;
  }
}
