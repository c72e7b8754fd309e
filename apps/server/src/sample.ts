import { hash } from '@node-rs/argon2';
import { changeRows, findRow } from '#platform/db/database.ts';
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
    const passwordHash = await hash(login.password);
    await changeRows(
      db,
      sql`insert into users (email, name, password_hash, staff, verified_at)
          values (${login.email}, ${login.name}, ${passwordHash}, ${login.staff}, now())
          on conflict (lower(email)) where verified_at is not null do nothing`,
    );
  }
  await createSampleProject({ db });
}

async function createSampleProject({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    const demo = await findRow<{ id: string; projects: number }>(
      tx,
      sql`select id, (select count(*)::int from project_members where user_id = users.id) as projects
          from users where email = 'demo@causeway.test' and verified_at is not null for update`,
    );
    if (!demo || demo.projects > 0) return;
    await changeRows(
      tx,
      sql`with project as (
            insert into projects (name, settings)
            values ('Sample workspace', '{"defaultUiLang": "en"}') returning id)
          insert into project_members (project_id, user_id, role)
          select id, ${demo.id}, 'owner' from project`,
    );
  });
}
