import type { ProjectActor } from '#platform/access/actor.ts';
import { isKeyAtCap } from '#platform/credits/key-caps.ts';
import { changeRows, type Db, findRow, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { readSlot } from '#platform/jobs/slots.ts';
import { currentParty } from '#platform/limits/party.ts';

/** Before most people begin, by the clock of the project. */
const EVERY_MORNING = '0 6 * * *';

export async function setSchedule(
  tx: Tx,
  { user, project }: ProjectActor,
  connectorId: string,
): Promise<void> {
  const at = nextMorning(await readTimeZone(tx, project.id), new Date());
  await changeRows(
    tx,
    sql`insert into scan_schedules (connector_id, project_id, user_id, key_id, next_at)
        values (${connectorId}, ${project.id}, ${user.id}, ${currentParty().key}, ${at})
        on conflict (connector_id) do update set user_id = excluded.user_id,
          key_id = excluded.key_id, next_at = excluded.next_at`,
  );
}

export async function unsetSchedule(tx: Tx, connectorId: string): Promise<void> {
  await changeRows(tx, sql`delete from scan_schedules where connector_id = ${connectorId}`);
}

export type DueScan = {
  projectId: string;
  connectorId: string;
  userId: string;
  title: string;
  /** Of the API key that asked for it. */
  keyId: string | null;
  /** That key has reached its cap: there is no look this morning. */
  isAtCap: boolean;
};

/** Takes one that is due and moves it on, whatever becomes of it: once on any number of instances. */
export async function takeDueScan(tx: Tx): Promise<DueScan | undefined> {
  const due = await findRow<DueScan & { timeZone: string }>(
    tx,
    sql`select schedule.project_id as "projectId", schedule.connector_id as "connectorId",
          schedule.user_id as "userId", connector.name as title, schedule.key_id as "keyId",
          ${isKeyAtCap(sql`schedule.key_id`)} as "isAtCap",
          coalesce(project.settings->>'timeZone', 'UTC') as "timeZone"
        from scan_schedules schedule
        join connectors connector on connector.id = schedule.connector_id
        join projects project on project.id = schedule.project_id
        where schedule.next_at <= now() order by schedule.next_at
        for update of schedule skip locked limit 1`,
  );
  if (!due) return undefined;
  const { timeZone, ...scan } = due;
  await changeRows(
    tx,
    sql`update scan_schedules set next_at = ${nextMorning(timeZone, new Date())}
        where connector_id = ${scan.connectorId}`,
  );
  return scan;
}

export function nextMorning(timeZone: string, after: Date): Date {
  return readSlot(EVERY_MORNING, timeZone, after);
}

export async function readTimeZone(db: Db, projectId: string): Promise<string> {
  const { timeZone } = await readRow<{ timeZone: string }>(
    db,
    sql`select coalesce(settings->>'timeZone', 'UTC') as "timeZone" from projects
        where id = ${projectId}`,
  );
  return timeZone;
}
