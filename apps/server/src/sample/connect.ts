import { Failure } from '@causeway/contract/errors.ts';
import {
  findForUpkeep,
  insertConnector,
  openS3Target,
  openSqlTarget,
  type StoredConnector,
} from '#platform/connectors/stored.ts';
import { changeRows, type Db, findRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

type Kind = 'database' | 'bucket';

/** Whether there are sample services that a project could connect to. */
export async function hasSample(db: Db): Promise<boolean> {
  return (await findSample(db)) !== undefined;
}

/**
 * Connects a project to the sample data, for reading: everybody who does sees the same rows. What
 * the project has already is not connected twice.
 */
export async function connectSample(
  tx: Tx,
  secrets: Secrets,
  project: { id: string },
): Promise<StoredConnector[]> {
  const sample = await findSample(tx);
  if (!sample) throw new Failure('E_NOT_FOUND', 'This installation has no sample data.');
  await changeRows(tx, sql`select from projects where id = ${project.id} for update`);
  const made: StoredConnector[] = [];
  for (const kind of ['database', 'bucket'] as const) {
    const original = await findForUpkeep(tx, 'sample-check', sample[kind]);
    if (!original || (await isConnected(tx, project, kind))) continue;
    const connector = await insertConnector(tx, secrets, project, copyOf(secrets, original));
    await changeRows(tx, sql`update connectors set sample = ${kind} where id = ${connector.id}`);
    made.push(connector);
  }
  return made;
}

function findSample(db: Db): Promise<Record<Kind, string> | undefined> {
  return findRow(
    db,
    sql`select database_id as database, bucket_id as bucket from sample_workspace
        where database_id is not null and bucket_id is not null`,
  );
}

async function isConnected(db: Db, project: { id: string }, kind: Kind): Promise<boolean> {
  const found = await findRow(
    db,
    sql`select from connectors where project_id = ${project.id} and sample = ${kind}`,
  );
  return found !== undefined;
}

function copyOf(secrets: Secrets, original: StoredConnector) {
  const { name } = original;
  const settings = { readOnly: true };
  if (original.implementation === 'sql') {
    const { config, password } = openSqlTarget(secrets, original);
    return { implementation: 'sql' as const, name, config, secrets: { password }, settings };
  }
  const { config, accessKey, secretKey } = openS3Target(secrets, original);
  const opened = { accessKey, secretKey };
  return { implementation: 's3' as const, name, config, secrets: opened, settings };
}
