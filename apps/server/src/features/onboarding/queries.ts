import type { DraftInvitation, Onboarding } from '@causeway/contract/onboarding.ts';
import { changeRows, type Db, findRow, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

export type Kept = Omit<Onboarding, 'hasSample'>;

const columns = sql`furthest, skipped, invitations, plan, payment, outcome, version`;

const beginning: Kept = {
  furthest: 'project',
  skipped: [],
  invitations: [],
  plan: 'free',
  payment: null,
  outcome: null,
  version: 1,
};

export async function readOnboarding(db: Db, userId: string): Promise<Kept> {
  const kept = await findRow<Kept>(
    db,
    sql`select ${columns} from onboarding where user_id = ${userId}`,
  );
  return kept ?? beginning;
}

/** Held until the transaction ends: what two tabs save is saved one after the other. */
export async function lockOnboarding(tx: Tx, userId: string): Promise<Kept> {
  await changeRows(
    tx,
    sql`insert into onboarding (user_id) values (${userId}) on conflict do nothing`,
  );
  return readRow(tx, sql`select ${columns} from onboarding where user_id = ${userId} for update`);
}

export async function saveOnboarding(tx: Tx, userId: string, next: Kept): Promise<void> {
  await changeRows(
    tx,
    sql`update onboarding set furthest = ${next.furthest}, skipped = ${next.skipped},
          invitations = ${JSON.stringify(next.invitations)}, plan = ${next.plan},
          payment = ${next.payment && JSON.stringify(next.payment)},
          outcome = ${next.outcome && JSON.stringify(next.outcome)}, version = version + 1
        where user_id = ${userId}`,
  );
}

export type OwnProject = { id: string; seatsTaken: number; takenBy: string[] };

/** The first project somebody owns, and who has a seat in it or is invited to one. */
export function findOwnProject(db: Db, userId: string): Promise<OwnProject | undefined> {
  return findRow(
    db,
    sql`select project.id,
          (select count(*)::int from project_members
            where project_id = project.id and role <> 'viewer') as "seatsTaken",
          array(select lower(account.email) from project_members other
            join users account on account.id = other.user_id
            where other.project_id = project.id) as "takenBy"
        from project_members member join projects project on project.id = member.project_id
        where member.user_id = ${userId} and member.role = 'owner'
        order by project.created_at, project.id limit 1`,
  );
}

export function readPerson(db: Db, userId: string): Promise<{ name: string; email: string }> {
  return readRow(db, sql`select name, email from users where id = ${userId}`);
}

export function sameAddress(one: Pick<DraftInvitation, 'email'>, other: string): boolean {
  return one.email.toLowerCase() === other.toLowerCase();
}
