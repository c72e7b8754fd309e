import { type ConnectorCheck } from '@causeway/contract/connectors/checks.ts';
import {
  type Connector,
  type NewConnector,
  s3Config,
  type S3Config,
  s3Secrets,
  type SqlConfig,
  sqlConfig,
  sqlSecrets,
} from '@causeway/contract/connectors/connectors.ts';
import { changeSettings, connectorSettings } from '@causeway/contract/connectors/settings.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import { rowBinding } from '#platform/secrets/rotate.ts';
import { type Secrets, SecretUnreadable } from '#platform/secrets/secrets.ts';

/**
 * A connector as it is stored, checked to be of the project the caller works in. Its secrets are
 * opened only where a connection is made.
 */
export type StoredConnector = Connector & {
  sealedSecrets: string | null;
  /** To the sample data, which all projects that have it share. */
  isSample?: boolean;
};

/** What a connection needs, secrets included: lives as long as the connection, is never answered. */
export type SqlTarget = {
  id: string;
  updatedAt: string;
  config: SqlConfig;
  password: string;
  /** The key of its client certificate. */
  clientKey?: string | undefined;
  /** One of them signs in to the SSH server, where there is one. */
  sshPassword?: string | undefined;
  sshKey?: string | undefined;
  /** How long a statement may take, where the connector says so. */
  timeoutMs?: number;
  /** For work that nobody waits for: has sessions of its own, whose statements may take long. */
  isPatient?: boolean;
  /** For who may only read: the role of the database everything runs as. */
  readerRole?: string;
};
export type S3Target = {
  id: string;
  updatedAt: string;
  config: S3Config;
  accessKey: string;
  secretKey: string;
};

const columns = sql`id, project_id as "projectId", name, implementation, config,
  secret_fields as "secretFields", settings, last_check as "lastCheck", created_at as "createdAt",
  updated_at as "updatedAt", secrets as "sealedSecrets", sample is not null as "isSample"`;

export async function listConnectors(
  db: Db,
  project: AuthorizedProject,
): Promise<StoredConnector[]> {
  const rows = await listRows<StoredConnector>(
    db,
    sql`select ${columns} from connectors where project_id = ${project.id} order by created_at, id`,
  );
  return rows.map(withDefaults);
}

export function readConnector(
  db: Db,
  project: AuthorizedProject,
  id: string,
): Promise<StoredConnector> {
  return readOne(db, sql`project_id = ${project.id} and id = ${id}`);
}

/**
 * As it stays until the transaction ends. What is changed is judged and written as a whole, so of two
 * changes at once neither may keep what the other replaces: a secret would go where it was not meant to.
 */
export function lockConnector(
  tx: Tx,
  project: AuthorizedProject,
  id: string,
): Promise<StoredConnector> {
  return readOne(tx, sql`project_id = ${project.id} and id = ${id} for no key update`);
}

async function readOne(db: Db, which: Sql): Promise<StoredConnector> {
  const row = await findRow<StoredConnector>(
    db,
    sql`select ${columns} from connectors where ${which}`,
  );
  if (!row) throw new Failure('E_CONNECTOR_NOT_FOUND');
  return withDefaults(row);
}

/** What the product does by itself, asked for by nobody; all else acts for a person. */
export type UpkeepTask = 'bucket-index' | 'ledger-settling' | 'sample-check' | 'storage-sweep';

/** A way to a connector without a person behind it: for the named tasks and no other. */
export async function findForUpkeep(
  db: Db,
  _task: UpkeepTask,
  id: string,
): Promise<StoredConnector | undefined> {
  const row = await findRow<StoredConnector>(
    db,
    sql`select ${columns} from connectors where id = ${id}`,
  );
  return row && withDefaults(row);
}

/** The same where a person wrote down which one: only of the project it is done for. */
export async function findOwnForUpkeep(
  db: Db,
  _task: 'watch-removal',
  { projectId, id }: { projectId: string; id: string },
): Promise<StoredConnector | undefined> {
  const row = await findRow<StoredConnector>(
    db,
    sql`select ${columns} from connectors where project_id = ${projectId} and id = ${id}`,
  );
  return row && withDefaults(row);
}

export async function insertConnector(
  tx: Tx,
  secrets: Secrets,
  project: { id: string },
  connector: NewConnector,
): Promise<StoredConnector> {
  const id = crypto.randomUUID();
  const settings = changeSettings({}, connector.settings ?? {});
  return readRow(
    tx,
    sql`insert into connectors
          (id, project_id, name, implementation, config, secrets, secret_fields, settings,
            created_at)
        values (${id}, ${project.id}, ${connector.name}, ${connector.implementation},
          ${JSON.stringify(connector.config)}, ${sealSecrets(secrets, id, connector.secrets)},
          ${JSON.stringify(presentFields(connector.secrets))}, ${JSON.stringify(settings)},
          -- The clock's time: two of one transaction keep their order.
          clock_timestamp())
        returning ${columns}`,
  );
}

export type ConnectorChange = {
  name?: string;
  config?: SqlConfig | S3Config;
  secrets?: Record<string, string>;
  settings?: Connector['settings'];
};

export async function updateConnector(
  tx: Tx,
  secrets: Secrets,
  connector: StoredConnector,
  change: ConnectorChange,
): Promise<StoredConnector> {
  const { id } = connector;
  const sealed = change.secrets
    ? sealSecrets(secrets, id, change.secrets)
    : connector.sealedSecrets;
  const fields = change.secrets ? presentFields(change.secrets) : connector.secretFields;
  const row = await readRow<StoredConnector>(
    tx,
    sql`update connectors set name = ${change.name ?? connector.name},
          config = ${JSON.stringify(change.config ?? connector.config)}, secrets = ${sealed},
          secret_fields = ${JSON.stringify(fields)},
          settings = ${JSON.stringify(change.settings ?? connector.settings)},
          last_check = case when ${Boolean(change.config ?? change.secrets)} then null
            else last_check end,
          updated_at = now()
        where id = ${id} returning ${columns}`,
  );
  return withDefaults(row);
}

export async function deleteConnector(tx: Tx, connector: StoredConnector): Promise<void> {
  await changeRows(tx, sql`delete from connectors where id = ${connector.id}`);
}

/** Unless it leads elsewhere by now: then what was found says nothing about it. */
export async function saveCheck(
  db: Db,
  { id, config, sealedSecrets }: StoredConnector,
  check: ConnectorCheck,
): Promise<void> {
  await changeRows(
    db,
    sql`update connectors set last_check = ${JSON.stringify(check)}
        where id = ${id} and config = ${JSON.stringify(config)}::jsonb
          and secrets is not distinct from ${sealedSecrets}`,
  );
}

/** From now on the SSH server of a connector has to prove itself with this key. */
export async function noteHostKey(
  db: Db,
  { id, config }: StoredConnector,
  hostKey: string,
): Promise<boolean> {
  const tested = JSON.stringify('ssh' in config ? config.ssh : null);
  const noted = await changeRows(
    db,
    sql`update connectors
        set config = jsonb_set(config, '{ssh,hostKey}', to_jsonb(${hostKey}::text)),
          updated_at = now()
        where id = ${id} and config -> 'ssh' = ${tested}::jsonb
          and config -> 'ssh' ->> 'hostKey' is null`,
  );
  return noted === 1;
}

/** By what connections and memories of a database are told apart: readers have their own. */
export function keyOf({ id, readerRole, isPatient }: SqlTarget): string {
  const key = readerRole === undefined ? id : `${id} ${readerRole}`;
  // No role has a zero byte in its name.
  return isPatient ? `${key} \0patient` : key;
}

export function isOfConnector(key: string, connectorId: string): boolean {
  return key === connectorId || key.startsWith(`${connectorId} `);
}

export function openSqlTarget(secrets: Secrets, connector: StoredConnector): SqlTarget {
  if (connector.implementation !== 'sql') throw new Failure('E_CONNECTOR_NOT_SUPPORTED');
  const { id, updatedAt } = connector;
  const opened = sqlSecrets.parse(openSecrets(secrets, connector));
  const { timeoutSeconds } = connector.settings;
  return {
    id,
    updatedAt,
    config: sqlConfig.parse(connector.config),
    ...opened,
    ...(timeoutSeconds !== undefined && { timeoutMs: timeoutSeconds * 1000 }),
  };
}

export function openS3Target(secrets: Secrets, connector: StoredConnector): S3Target {
  if (connector.implementation !== 's3') throw new Failure('E_CONNECTOR_NOT_SUPPORTED');
  const { id, updatedAt } = connector;
  const opened = s3Secrets.parse(openSecrets(secrets, connector));
  return { id, updatedAt, config: s3Config.parse(connector.config), ...opened };
}

export function openSecrets(secrets: Secrets, connector: StoredConnector): unknown {
  if (connector.sealedSecrets === null) throw new Failure('E_SECRET_REQUIRED');
  try {
    const opened = secrets.open(connector.sealedSecrets, rowBinding('connectors', connector.id));
    return JSON.parse(opened);
  } catch (error) {
    if (error instanceof SecretUnreadable) throw new Failure('E_SECRET_UNREADABLE');
    throw error;
  }
}

function sealSecrets(secrets: Secrets, id: string, values: Record<string, string>): string {
  return secrets.seal(JSON.stringify(values), rowBinding('connectors', id));
}

function presentFields(values: Record<string, string>): Record<string, boolean> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, true]));
}

function withDefaults(row: StoredConnector): StoredConnector {
  return { ...row, settings: connectorSettings.parse(row.settings) };
}
