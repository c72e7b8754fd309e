import { hash } from '@node-rs/argon2';
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

async function isThere(db: Db, email: string): Promise<boolean> {
  const found = await findRow(
    db,
    sql`select 1 from users where lower(email) = ${email} and verified_at is not null`,
  );
  return found !== undefined;
}
