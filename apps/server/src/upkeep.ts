import { z } from 'zod';
import { changePatiently } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import { forgetOldEntries } from '#features/inbox/mailing.ts';
import { KEY_LIFETIME } from '#platform/operations/idempotency.ts';
import { forgetOldRows } from '#platform/ledger/forget.ts';
import { settleOldSets } from '#platform/ledger/settle.ts';
import { defineLeftBehind } from '#platform/personal-data/left-behind.ts';
import { forgetEnded } from '#platform/runs/queries.ts';
import { rotateSecrets, type SealedColumn } from '#platform/secrets/rotate.ts';
import type { Services } from '#platform/services.ts';
import { personalData } from './personal-data.ts';

/** Every column with sealed values: a replaced key reaches all of them. */
const sealedColumns: SealedColumn[] = [
  { table: 'kept_mails', column: 'body' },
  { table: 'connectors', column: 'secrets' },
  { table: 'totp_secrets', column: 'secret' },
  { table: 'credentials', column: 'value' },
  { table: 'assistant_settings', column: 'api_key' },
];

/** What is kept for a time and no longer. */
const outdated: Sql[] = [
  sql`delete from sessions where expires_at < now() or last_seen_at < now() - interval '30 days'`,
  sql`delete from access_changes where changed_at < now() - interval '1 hour'`,
  sql`delete from mail_proofs where expires_at < now() - interval '1 day'`,
  sql`delete from auth_flows where expires_at < now()`,
  sql`delete from idempotency_keys where created_at < now() - ${KEY_LIFETIME}::interval`,
  sql`delete from processes where beaten_at < now() - interval '1 day'`,
  sql`delete from rate_limits where refilled_at < now() - interval '1 day'`,
  sql`delete from account_networks where seen_at < now() - interval '90 days'`,
  sql`delete from sign_in_counts where day < now() - interval '90 days'`,
  sql`delete from kept_mails where created_at < now() - interval '30 days'`,
  sql`delete from support_files
      where message_id is null and created_at < now() - interval '1 day'`,
  sql`delete from account_exports where expires_at < now()`,
  sql`delete from departed_members where left_at < now() - interval '90 days'`,
  sql`delete from users account
      where verified_at is null and created_at < now() - interval '14 days'
        and not exists (select from sessions where user_id = account.id)
        and not exists (select from project_members where user_id = account.id)`,
];

/** Each by itself: one that fails is tried again, and keeps none of the others. */
export async function sweep({ db, outbox }: Pick<Services, 'db' | 'outbox'>): Promise<void> {
  const errors: unknown[] = [];
  const tasks = [
    ...outdated.map((statement) => () => changePatiently(db, statement)),
    () => forgetEnded(db),
    () => outbox.forget(),
    () => forgetOldEntries(db),
  ];
  for (const task of tasks) await task().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/** What has to be done now and then, by one instance for all. */
export function defineUpkeep(services: Services): void {
  const { db, jobs, secrets, logger } = services;
  defineLeftBehind(services, personalData);

  jobs.define({
    name: 'upkeep.sweep',
    data: z.object({}),
    schedule: '17 * * * *',
    run: () => sweep(services),
  });

  jobs.define({
    name: 'ledger.settle',
    data: z.object({}),
    schedule: '* * * * *',
    run: () => settleOldSets(services),
  });

  jobs.define({
    name: 'ledger.forget',
    data: z.object({}),
    schedule: '41 * * * *',
    run: async () => {
      const forgotten = await forgetOldRows(db, services.env.LEDGER_DAYS);
      if (forgotten > 0) logger.info({ forgotten }, 'rows of old change sets forgotten');
    },
  });

  jobs.define({
    name: 'secrets.rotate',
    data: z.object({}),
    schedule: '*/10 * * * *',
    run: async () => {
      const rotated = await rotateSecrets(db, secrets, sealedColumns);
      if (rotated > 0) logger.info({ rotated }, 'secrets sealed with the current key');
    },
  });
}
