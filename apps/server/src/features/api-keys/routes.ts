import { apiKeyRoutes } from '@causeway/contract/api-keys.ts';
import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { isKeySecret, makeKeySecret } from '#platform/access/key-secrets.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { hashToken } from '#platform/access/tokens.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { tell } from '#platform/inbox/tell.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Limit } from '#platform/limits/limiter.ts';
import type { Services } from '#platform/services.ts';
import {
  changeOwner,
  endSecrets,
  extendKey,
  findKeyBySecret,
  insertKey,
  insertSecret,
  listDays,
  listKeys,
  lockKey,
  readOwnFacts,
  updateKey,
} from './queries.ts';
import { keyLink, tellOfKeys } from './telling.ts';
import { revokeKey } from './revoking.ts';
import { readSpending, setSpending } from './spending.ts';
import { checkEnd, checkScopes, readKey, readOwnKey, refuseTooManyKeys, seenBy } from './rules.ts';

const reportsFromAddress: Limit = { name: 'leaked-keys', burst: 60, seconds: 3_600 };

type CountHeld = (db: Db, of: { projectId: string; keyId: string }) => Promise<number>;

export function mountApiKeys(mount: Mount, services: Services, countHeld: CountHeld): void {
  const { events, limiter } = services;
  tellOfKeys(services);

  async function announce(tx: Tx, projectId: string): Promise<void> {
    await events.publish(tx, { projectId }, { type: 'keys.changed', projectId });
  }

  /** A new secret, and the key as it is with it. */
  async function addSecret(tx: Tx, actor: ProjectActor, keyId: string) {
    const made = makeKeySecret();
    await insertSecret(tx, keyId, made);
    await announce(tx, actor.project.id);
    return { key: await readKey(tx, actor, keyId), secret: made.secret };
  }

  mount('keys', apiKeyRoutes, {
    self: async ({ db, actor }) => {
      if (actor.keyId === null) throw new Failure('E_KEY_NOT_FOUND', 'This is not a key.');
      return readOwnFacts(db, actor.keyId);
    },

    leaked: async ({ db, actor, body, record }) => {
      await limiter.take(reportsFromAddress, actor.origin.network);
      const key = isKeySecret(body.key) && (await findKeyBySecret(db, hashToken(body.key)));
      if (!key) return null;
      await db.transaction(async (tx) => {
        await revokeKey(tx, key.id, null);
        const { projectId } = key;
        const details = { name: key.name };
        await record({ action: 'key.reported', projectId, target: key.id, details }, tx);
        await tell(tx, {
          to: { people: [key.ownerId] },
          kind: 'key.reported',
          params: { key: key.name },
          projectId,
          link: keyLink(key),
          about: key.id,
        });
        await announce(tx, projectId);
      });
      return null;
    },

    list: ({ db, actor }) => listKeys(db, seenBy(actor)),

    show: async ({ db, actor, params }) => {
      const key = await readKey(db, actor, params.keyId);
      const days = await listDays(db, key);
      const spending = await readSpending(db, actor, key);
      const heldRuns = await countHeld(db, { projectId: actor.project.id, keyId: key.id });
      return { ...key, days, spending, heldRuns };
    },

    create: async ({ db, actor, body, record }) => {
      const { project, user } = actor;
      checkEnd(project, body.expiresInDays);
      await refuseTooManyKeys(db, actor);
      await services.credits.requireRoom(db, project.id, 'keys');
      const scopes = await checkScopes(db, project, body.scopes);
      const id = await insertKey(db, project, { ...body, scopes, ownerId: user.id });
      const details = { name: body.name, scopes, expiresInDays: body.expiresInDays };
      await record({ action: 'key.created', target: id, details });
      return addSecret(db, actor, id);
    },

    update: async ({ db, actor, params, body, record }) => {
      const key = await readOwnKey(db, actor, params.keyId);
      const scopes = body.scopes ? await checkScopes(db, actor.project, body.scopes) : key.scopes;
      await updateKey(db, key, { ...key, ...withoutUndefined(body), scopes });
      const details = { name: body.name ?? key.name, ...withoutUndefined(body) };
      await record({ action: 'key.updated', target: key.id, details });
      await announce(db, actor.project.id);
      return readKey(db, actor, key.id);
    },

    setCap: async ({ db, actor, params, body, record }) => {
      await lockKey(db, params.keyId);
      const key = await readKey(db, actor, params.keyId);
      if (key.state === 'revoked') throw new Failure('E_KEY_NOT_FOUND');
      await setSpending(db, services, { actor, key, cap: body.cap });
      const details = { name: key.name, cap: body.cap };
      await record({ action: 'key.cap-set', target: key.id, details });
      await announce(db, actor.project.id);
      return readSpending(db, actor, key);
    },

    rotate: async ({ db, actor, params, body, record }) => {
      const key = await readOwnKey(db, actor, params.keyId);
      const { overlapHours, expiresInDays } = body;
      await endSecrets(db, key.id, { inHours: overlapHours });
      await endAllButNewest(db, key.id, key.secrets);
      if (expiresInDays !== undefined) await extendKey(db, key, expiresInDays);
      const details = { name: key.name, overlapHours };
      await record({ action: 'key.rotated', target: key.id, details });
      return addSecret(db, actor, key.id);
    },

    endSecret: async ({ db, actor, params, record }) => {
      const key = await readOwnKey(db, actor, params.keyId);
      const [newest] = key.secrets;
      if (newest?.id === params.secretId) {
        throw new Failure('E_VALIDATION', 'This is the secret in use. Rotate the key instead.');
      }
      const ended = await endSecrets(db, key.id, { inHours: 0, only: params.secretId });
      if (ended === 0) throw new Failure('E_NOT_FOUND');
      const details = { name: key.name, endedSecret: params.secretId };
      await record({ action: 'key.updated', target: key.id, details });
      await announce(db, actor.project.id);
      return readKey(db, actor, key.id);
    },

    revoke: async ({ db, actor, params, record }) => {
      await lockKey(db, params.keyId);
      const key = await readKey(db, actor, params.keyId);
      const isOwn = key.owner.id === actor.user.id;
      if (!isOwn && !can(actor.project.role, 'keys.manage')) throw new Failure('E_FORBIDDEN');
      await revokeKey(db, key.id, actor.user.id);
      await record({ action: 'key.revoked', target: key.id, details: { name: key.name } });
      await announce(db, actor.project.id);
      return null;
    },

    takeOver: async ({ db, actor, params, body, record }) => {
      await lockKey(db, params.keyId);
      const key = await readKey(db, actor, params.keyId);
      if (key.state !== 'held') throw new Failure('E_VALIDATION', 'This key is not held.');
      await refuseTooManyKeys(db, actor);
      await changeOwner(db, key, actor.user.id);
      await endSecrets(db, key.id, { inHours: body.overlapHours });
      const details = { name: key.name, from: key.owner.id, overlapHours: body.overlapHours };
      await record({ action: 'key.taken-over', target: key.id, details });
      return addSecret(db, actor, key.id);
    },
  });
}

/** At most two work at a time: of those before, only the newest is given an overlap. */
async function endAllButNewest(db: Tx, keyId: string, secrets: { id: string }[]): Promise<void> {
  for (const { id } of secrets.slice(1)) await endSecrets(db, keyId, { inHours: 0, only: id });
}

function withoutUndefined<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}
