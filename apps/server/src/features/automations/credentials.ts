import ipaddr from 'ipaddr.js';
import {
  type Credential,
  type CredentialValue,
  credentialValue,
} from '@causeway/contract/automations/credentials.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { parseJson } from '#platform/bytes/json-depth.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Egress } from '#platform/egress/egress.ts';
import { rowBinding } from '#platform/secrets/rotate.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Sealing } from './steps/http.ts';

type StoredCredential = Pick<Credential, 'id' | 'name' | 'kind' | 'hosts'> & { value: string };

export async function readCredential(
  db: Db,
  projectId: string,
  id: string,
): Promise<StoredCredential> {
  const found = await findRow<StoredCredential>(
    db,
    sql`select id, name, kind, hosts, value from credentials
        where id = ${id} and project_id = ${projectId}`,
  );
  if (!found) throw new Failure('E_CREDENTIAL_NOT_FOUND');
  return found;
}

/** Never with its value. */
export async function listCredentials(db: Db, projectId: string): Promise<Credential[]> {
  const rows = await listRows<Omit<Credential, 'usedBy'>>(
    db,
    sql`select credential.id, credential.name, credential.kind, credential.hosts,
          credential.created_at as "createdAt", credential.changed_at as "changedAt",
          credential.last_used_at as "lastUsedAt", case when account.id is not null
            then json_build_object('id', account.id, 'name', account.name) end as "createdBy"
        from credentials credential left join users account on account.id = credential.created_by
        where credential.project_id = ${projectId} order by lower(credential.name), credential.id`,
  );
  const uses = await listUses(db, projectId);
  return rows.map((row) => ({
    ...row,
    usedBy: uses.filter(({ text }) => text.includes(row.id)).map(({ use }) => use),
  }));
}

type Use = { use: Credential['usedBy'][number]; text: string };

/** A credential is named by its id wherever it is used. */
function listUses(db: Db, projectId: string): Promise<Use[]> {
  return listRows(
    db,
    sql`select json_build_object('workflowId', workflow.id, 'name', workflow.name,
            'isPublished', version.definition is not null) as use,
          coalesce(version.definition::text, '') || workflow.draft::text as text
        from workflows workflow left join workflow_versions version
          on version.workflow_id = workflow.id and version.version = workflow.version
        where workflow.project_id = ${projectId} and workflow.deleted_at is null`,
  );
}

export async function readListed(db: Db, projectId: string, id: string): Promise<Credential> {
  const found = (await listCredentials(db, projectId)).find((one) => one.id === id);
  if (!found) throw new Failure('E_CREDENTIAL_NOT_FOUND');
  return found;
}

export async function insertCredential(
  tx: Tx,
  secrets: Secrets,
  { projectId, userId, name, hosts, value }: NewCredential,
): Promise<string> {
  const id = crypto.randomUUID();
  await changeRows(
    tx,
    sql`insert into credentials (id, project_id, name, kind, hosts, value, created_by)
        values (${id}, ${projectId}, ${name}, ${value.kind}, ${hosts},
          ${sealValue(secrets, id, value)}, ${userId})`,
  );
  return id;
}

export type NewCredential = {
  projectId: string;
  userId: string;
  name: string;
  hosts: string[];
  value: CredentialValue;
};

function sealValue(secrets: Secrets, id: string, value: CredentialValue): string {
  return secrets.seal(JSON.stringify(value), rowBinding('credentials', id));
}

export async function updateCredential(
  tx: Tx,
  secrets: Secrets,
  { id }: StoredCredential,
  change: {
    name?: string | undefined;
    hosts?: string[] | undefined;
    value?: CredentialValue | undefined;
  },
): Promise<void> {
  const sealed = change.value ? sealValue(secrets, id, change.value) : null;
  await changeRows(
    tx,
    sql`update credentials set name = coalesce(${change.name}, name),
          hosts = coalesce(${change.hosts}::text[], hosts),
          kind = coalesce(${change.value?.kind}, kind), value = coalesce(${sealed}, value),
          changed_at = case when ${sealed}::text is null then changed_at else now() end
        where id = ${id}`,
  );
}

export async function deleteCredential(tx: Tx, { id }: StoredCredential): Promise<void> {
  await changeRows(tx, sql`delete from credentials where id = ${id}`);
}

export function openCredential(secrets: Secrets, { id, value }: StoredCredential): CredentialValue {
  return credentialValue.parse(JSON.parse(secrets.open(value, rowBinding('credentials', id))));
}

/** For one request to one address; refused where the credential is not meant for that host. */
export async function useCredential(
  { db, secrets, egress }: CredentialNeeds,
  projectId: string,
  { credentialId, url }: { credentialId: string; url: string },
): Promise<Sealing> {
  const stored = await readCredential(db, projectId, credentialId);
  if (!(await isMeantFor(stored.hosts, url, (address) => isPrivate(egress, address)))) {
    const { protocol, origin, host: bare } = new URL(url);
    const host = protocol === 'http:' ? origin : bare;
    throw new Failure(
      'E_CREDENTIAL_HOST',
      runMessage('credentialElsewhere', { name: stored.name, host }),
    );
  }
  const value = openCredential(secrets, stored);
  await noteUse(db, stored.id);
  return { headers: headersOf(value), hide: (text) => hide(text, value) };
}

export type CredentialNeeds = { db: Db; secrets: Secrets; egress: Egress };

/**
 * A host alone means https: without it everybody on the way reads along. Who names a port means what
 * is spoken there, and within a private network that the operator opened plain http will do.
 */
export async function isMeantFor(
  hosts: readonly string[],
  url: string,
  isWithin: (address: URL) => Promise<boolean>,
): Promise<boolean> {
  if (!URL.canParse(url)) return false;
  const address = new URL(url);
  const { hostname } = address;
  if (hosts.includes(`${hostname}:${portOf(address)}`)) return true;
  const isNamed = hosts.some((allowed) =>
    allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : allowed === hostname,
  );
  return isNamed && (address.protocol === 'https:' || isWithin(address));
}

function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

async function isPrivate(egress: Egress, address: URL): Promise<boolean> {
  const destination = { host: address.hostname, port: portOf(address) };
  const checked = await egress.resolve('http', destination);
  return ipaddr.process(checked.address).range() !== 'unicast';
}

function headersOf(value: CredentialValue): Record<string, string> {
  switch (value.kind) {
    case 'bearer':
      return { authorization: `Bearer ${value.token}` };
    case 'basic': {
      const pair = Buffer.from(`${value.user}:${value.password}`).toString('base64');
      return { authorization: `Basic ${pair}` };
    }
    case 'header':
      return { [value.name.toLowerCase()]: value.value };
    default:
      throw new Failure('E_CREDENTIAL_HOST', runMessage('credentialForSignatures'));
  }
}

/**
 * Some servers answer with what they were sent. JSON may write each letter in several ways (`\/`,
 * `\u002f`): where it holds the secret in another than ours, it is written anew without it.
 */
function hide(text: string, value: CredentialValue): string {
  const hidden = secretsOf(value).filter((secret) => secret.length >= 4);
  const without = (shown: string) =>
    hidden.reduce((left, secret) => left.replaceAll(secret, '••••'), shown);
  const plain = text.includes('\\') ? rewritten(text) : text;
  return without(plain) === plain ? without(text) : without(plain);
}

function rewritten(text: string): string {
  try {
    return JSON.stringify(parseJson(text));
  } catch {
    // No JSON, or one that nobody will read as such: its text is all there is.
    return text;
  }
}

function secretsOf(value: CredentialValue): string[] {
  if (value.kind === 'bearer') return spellings(value.token);
  if (value.kind === 'header') return spellings(value.value);
  if (value.kind === 'secret') return spellings(value.secret);
  const pair = Buffer.from(`${value.user}:${value.password}`).toString('base64');
  return [...spellings(value.password), pair];
}

/** As it is, as JSON writes it, as an address writes it. */
function spellings(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
}

/** To the minute: every run would write here otherwise. */
async function noteUse(db: Db, id: string): Promise<void> {
  await changeRows(
    db,
    sql`update credentials set last_used_at = now() where id = ${id}
          and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
  );
}

export async function isUsedByPublished(db: Db, projectId: string, id: string): Promise<boolean> {
  const { used } = await readRow<{ used: boolean }>(
    db,
    sql`select exists (select from workflows workflow join workflow_versions version
            on version.workflow_id = workflow.id and version.version = workflow.version
          where workflow.project_id = ${projectId} and workflow.deleted_at is null
            and position(${id} in version.definition::text) > 0) as used`,
  );
  return used;
}
