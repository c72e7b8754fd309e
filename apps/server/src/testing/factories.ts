import { hash } from '@node-rs/argon2';
import { apiKeyRoutes } from '@causeway/contract/api-keys.ts';
import type { Role } from '@causeway/contract/access.ts';
import type { RouteInput } from '@causeway/contract/route.ts';
import { hashToken, makeToken } from '#platform/access/tokens.ts';
import { changeRows, type Db, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { TestServer } from './test-server.ts';

let made = 0;

export type TestUser = { id: string; email: string; password: string; name: string; token: string };

/** Cheap on purpose: tests make many users and few of them type their password. */
const cheap = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** A user with a living session; fills in whatever the test does not mention. */
export async function createUser(
  db: Db,
  wanted: { email?: string; name?: string; verified?: boolean; staff?: boolean } = {},
): Promise<TestUser> {
  made += 1;
  const email = wanted.email ?? `person${made}@example.test`;
  const name = wanted.name ?? `Person ${made}`;
  const password = `password of ${email}`;
  const { id } = await readRow<{ id: string }>(
    db,
    sql`insert into users (email, name, password_hash, staff, verified_at)
        values (${email}, ${name}, ${await hash(password, cheap)}, ${wanted.staff ?? false},
          ${(wanted.verified ?? true) ? new Date() : null}) returning id`,
  );
  return { id, email, password, name, token: await createSession(db, { userId: id }) };
}

export async function createSession(
  db: Db,
  session: { userId: string; impersonatorId?: string },
): Promise<string> {
  const { token } = makeToken();
  await changeRows(
    db,
    sql`insert into sessions (token_hash, user_id, impersonator_id, expires_at)
        values (${hashToken(token)}, ${session.userId}, ${session.impersonatorId},
          now() + interval '90 days')`,
  );
  return token;
}

export async function createProject(
  db: Db,
  members: Partial<Record<Role, TestUser>>,
  name = 'A project',
): Promise<{ id: string }> {
  const project = await readRow<{ id: string }>(
    db,
    sql`insert into projects (name) values (${name}) returning id`,
  );
  for (const [role, user] of Object.entries(members)) {
    await changeRows(
      db,
      sql`insert into project_members (project_id, user_id, role)
          values (${project.id}, ${user.id}, ${role})`,
    );
  }
  return project;
}

/** A key of somebody, as its own page makes it; returns what is sent to prove it. */
export async function createKey(
  server: TestServer,
  projectId: string,
  owner: TestUser,
  wanted: Partial<RouteInput<typeof apiKeyRoutes.create>['body']> = {},
): Promise<{ id: string; token: string }> {
  const body = { name: 'A key', scopes: ['data:read'], ...wanted };
  const made = await server.call(apiKeyRoutes.create, { params: { projectId }, body }, owner);
  return { id: made.key.id, token: made.secret };
}
