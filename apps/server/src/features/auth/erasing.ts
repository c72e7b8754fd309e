import { z } from 'zod';
import { nobodyAt } from '#platform/access/actor.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { changeRows, findRow, holdPatiently, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Person, PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Services } from '#platform/services.ts';
import type { AccountHooks } from './hooks.ts';

type Erasing = { hooks: AccountHooks; personalData: readonly PersonalData[] };

const ourselves = nobodyAt({ id: 'upkeep', address: '', network: '', userAgent: undefined });

export function defineErasing(services: Services, erasing: Erasing): void {
  services.jobs.define({
    name: 'accounts.erase',
    data: z.object({}),
    schedule: '47 * * * *',
    run: async () => {
      const erased = await eraseLeft(services, erasing);
      if (erased > 0) services.logger.info({ erased }, 'accounts erased');
    },
  });
}

/** Each in a transaction of its own: one that fails keeps none of the others. */
export async function eraseLeft(
  services: Pick<Services, 'db' | 'logger' | 'credits'>,
  erasing: Erasing,
) {
  const { db, logger } = services;
  const due = await listRows<{ id: string }>(
    db,
    sql`select id from users where erase_at <= now() order by erase_at limit 500`,
  );
  let erased = 0;
  for (const { id } of due) {
    try {
      erased += (await erase(services, erasing, id)) ? 1 : 0;
    } catch (error) {
      logger.error({ err: error, userId: id }, 'account could not be erased');
    }
  }
  return erased;
}

/**
 * Held from the first statement on, so that nobody comes back to half an account. What only refers to
 * it, as an offer to come back does, waits for no database of the account's.
 */
async function erase(
  { db, credits }: Pick<Services, 'db' | 'credits'>,
  erasing: Erasing,
  id: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const person = await findRow<Person>(
      tx,
      sql`select id, email, name from users where id = ${id} and erase_at <= now()
          for no key update`,
    );
    if (!person) return false;
    await holdPatiently(tx);
    await erasing.hooks.goes(tx, id);
    await erasing.hooks.gone(tx, id);
    for (const { erase: eraseOf } of erasing.personalData) await eraseOf?.(tx, person);
    const eraseRow = async () => {
      await changeRows(tx, sql`delete from users where id = ${id}`);
    };
    await credits.erasePerson(tx, { userId: id, erase: eraseRow });
    await recordAct(tx, ourselves, { action: 'account.erased', target: id });
    return true;
  });
}
