import type { ApiKey } from '@causeway/contract/api-keys.ts';
import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { connectorOfScope, type Scope } from '@causeway/contract/scopes.ts';
import type { AuthorizedProject, ProjectActor } from '#platform/access/actor.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { countLiving, findKey, listKnownConnectors, lockKey } from './queries.ts';

const MOST_KEYS = 50;

/** Admins see the keys of everybody, others their own. */
export function seenBy({ user, project }: ProjectActor) {
  return { project, ownerId: can(project.role, 'keys.manage') ? undefined : user.id };
}

export async function readKey(db: Db, actor: ProjectActor, keyId: string): Promise<ApiKey> {
  const key = await findKey(db, seenBy(actor), keyId);
  if (!key) throw new Failure('E_KEY_NOT_FOUND');
  return key;
}

/** One's own, still alive, held until the transaction ends. What it proves is its owner's alone. */
export async function readOwnKey(tx: Tx, actor: ProjectActor, keyId: string): Promise<ApiKey> {
  await lockKey(tx, keyId);
  const key = await readKey(tx, actor, keyId);
  if (key.owner.id !== actor.user.id) {
    throw new Failure('E_FORBIDDEN', 'Only its owner may change a key.');
  }
  if (key.state === 'revoked') throw new Failure('E_KEY_NOT_FOUND');
  return key;
}

export async function refuseTooManyKeys(db: Db, { user, project }: ProjectActor): Promise<void> {
  if ((await countLiving(db, project, user.id)) < MOST_KEYS) return;
  throw new Failure('E_VALIDATION', `At most ${MOST_KEYS} keys a person and project.`);
}

/** A key of no end outlives everybody's memory of it: for owners to decide. */
export function checkEnd({ role }: AuthorizedProject, days: number | null): void {
  if (days !== null || role === 'owner') return;
  throw new Failure('E_FORBIDDEN', 'Only owners may make keys without an end.');
}

/** Sorted and each once, and of connectors that are the project's. */
export async function checkScopes(
  db: Db,
  project: AuthorizedProject,
  scopes: readonly Scope[],
): Promise<Scope[]> {
  const named = scopes.map(connectorOfScope).filter((id) => id !== undefined);
  const known = named.length > 0 ? await listKnownConnectors(db, project, named) : new Set();
  const unknown = named.find((id) => !known.has(id));
  if (unknown !== undefined) throw new Failure('E_CONNECTOR_NOT_FOUND');
  return [...new Set(scopes)].toSorted();
}
