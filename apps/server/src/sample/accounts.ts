import { hash, verify } from '@node-rs/argon2';
import { endAllSessions } from '#features/auth/sessions.ts';
import { changeRows, type Db, findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';

/** Accounts to look around with, on installations that are not meant for work yet. */
export const sampleLogins = [
  {
    email: 'demo@causeway.test',
    password: 'causeway-demo',
    name: 'Demo',
    staff: false,
    note: 'owner of the sample workspace',
  },
  {
    email: 'staff@causeway.test',
    password: 'causeway-staff',
    name: 'Staff',
    staff: true,
    note: 'staff',
  },
];

export async function createSampleAccounts({ db }: Services): Promise<void> {
  for (const login of sampleLogins) {
    if (await isThere(db, login.email)) continue;
    const passwordHash = await hash(login.password);
    await changeRows(
      db,
      sql`insert into users (email, name, password_hash, staff, verified_at)
          values (${login.email}, ${login.name}, ${passwordHash}, ${login.staff}, now())
          on conflict (lower(email)) where verified_at is not null do nothing`,
    );
  }
}

/**
 * An installation that was tried with samples and is then used in earnest: everybody knows their
 * passwords, so from then on those open nothing. Who set another one keeps the account.
 */
export async function closeSampleAccounts({ db }: Pick<Services, 'db'>): Promise<string[]> {
  const closed: string[] = [];
  for (const login of sampleLogins) {
    const found = await findRow<{ id: string; passwordHash: string | null }>(
      db,
      sql`select id, password_hash as "passwordHash" from users
          where lower(email) = ${login.email} and verified_at is not null`,
    );
    if (!found?.passwordHash || !(await verify(found.passwordHash, login.password))) continue;
    await db.transaction(async (tx) => {
      await changeRows(
        tx,
        sql`update users set password_hash = null, staff = false where id = ${found.id}`,
      );
      await endAllSessions(tx, found.id);
    });
    closed.push(login.email);
  }
  return closed;
}

async function isThere(db: Db, email: string): Promise<boolean> {
  const found = await findRow(
    db,
    sql`select 1 from users where lower(email) = ${email} and verified_at is not null`,
  );
  return found !== undefined;
}
