import { changeRows, findRow, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { insertConnector } from '#platform/connectors/stored.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Services } from '#platform/services.ts';
import { seedDashboards } from './dashboards/seed.ts';
import type { SampleServices } from './services.ts';
import { seedSnippets } from './snippets/seed.ts';
import { seedViews } from './views/seed.ts';
import { seedWorkflows } from './workflows/seed.ts';

export type Workspace = {
  projectId: string | null;
  databaseId: string | null;
  bucketId: string | null;
  state: 'filling' | 'ready' | 'failed';
  anchor: string;
};

/**
 * Makes the demo account's workspace at the first start and, at every start, points its connectors
 * to where the sample services now listen. What was deleted is not made again. On a database of the
 * operator's there are no sample services, and the workspace is empty; with a scale of 0 its
 * connectors are there, and nothing is in them.
 */
export async function prepareWorkspace(
  services: Services,
  samples: SampleServices | undefined,
): Promise<Workspace> {
  const { db, secrets } = services;
  return db.transaction(async (tx) => {
    await changeRows(tx, sql`select pg_advisory_xact_lock(hashtext('sample workspace'))`);
    const known = await findWorkspace(tx);
    if (known && samples) await followServices(tx, known, samples);
    if (known) return known;
    const projectId = await insertDemoProject(tx);
    await seedSnippets(tx, services);
    const connectors = samples && (await connect(tx, secrets, projectId, samples));
    if (connectors) {
      await seedDashboards(tx, projectId, connectors.databaseId);
      await seedWorkflows(tx, projectId, connectors);
      await seedViews(tx, projectId, connectors.databaseId);
    }
    return readRow<Workspace>(
      tx,
      sql`insert into sample_workspace (project_id, database_id, bucket_id, state)
          values (${projectId}, ${connectors?.databaseId}, ${connectors?.bucketId},
            ${connectors && services.env.SAMPLE_SCALE > 0 ? 'filling' : 'ready'})
          returning ${columns}`,
    );
  });
}

async function connect(tx: Tx, secrets: Secrets, projectId: string, samples: SampleServices) {
  const project = { id: projectId };
  const database = await insertConnector(tx, secrets, project, {
    implementation: 'sql',
    name: 'Shop',
    config: { client: 'pg', ...destinationOf(samples), tls: 'disable' },
    secrets: { password: samples.database.password },
  });
  const { endpoint, bucket, accessKey, secretKey } = samples.bucket;
  const media = await insertConnector(tx, secrets, project, {
    implementation: 's3',
    name: 'Media',
    config: { bucket, endpoint, region: 'us-east-1', prefix: '' },
    secrets: { accessKey, secretKey },
  });
  return { databaseId: database.id, bucketId: media.id };
}

const columns = sql`project_id as "projectId", database_id as "databaseId",
  bucket_id as "bucketId", state, anchor`;

function findWorkspace(tx: Tx): Promise<Workspace | undefined> {
  return findRow(tx, sql`select ${columns} from sample_workspace`);
}

function destinationOf({ database }: SampleServices) {
  const { password: _, ...destination } = database;
  return destination;
}

async function followServices(
  tx: Tx,
  workspace: Workspace,
  samples: SampleServices,
): Promise<void> {
  const changes = [
    ['database', workspace.databaseId, destinationOf(samples)],
    ['bucket', workspace.bucketId, { endpoint: samples.bucket.endpoint }],
  ] as const;
  for (const [kind, connectorId, config] of changes) {
    await changeRows(
      tx,
      sql`update connectors set config = config || ${JSON.stringify(config)}::jsonb,
            updated_at = now()
          where (id = ${connectorId} or sample = ${kind}) and not config @> ${JSON.stringify(config)}::jsonb`,
    );
  }
}

async function insertDemoProject(tx: Tx): Promise<string> {
  const { id } = await readRow<{ id: string }>(
    tx,
    sql`with project as (
          insert into projects (name, settings)
          values ('Sample workspace', '{"defaultUiLang": "en"}') returning id)
        insert into project_members (project_id, user_id, role)
        select project.id, users.id, 'owner' from project, users
        where users.email = 'demo@causeway.test' and users.verified_at is not null
        returning project_id as id`,
  );
  return id;
}
