import { credentialRoutes } from '@causeway/contract/automations/credentials.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import type { Automations } from './automations.ts';
import {
  deleteCredential,
  insertCredential,
  isUsedByPublished,
  listCredentials,
  readCredential,
  readListed,
  updateCredential,
  useCredential,
} from './credentials.ts';

export function mountCredentials(mount: Mount, services: Services, automations: Automations): void {
  const { secrets, events } = services;

  async function changed(tx: Tx, { project }: ProjectActor): Promise<void> {
    const { id: projectId } = project;
    await events.publish(tx, { projectId }, { type: 'credentials.changed', projectId });
  }

  mount('credentials', credentialRoutes, {
    list: ({ db, actor }) => listCredentials(db, actor.project.id),
    create: async ({ db, actor, body, record }) => {
      const projectId = actor.project.id;
      const id = await insertCredential(db, secrets, { projectId, userId: actor.user.id, ...body });
      await record({ action: 'credential.created', target: id, details: { name: body.name } });
      await changed(db, actor);
      return readListed(db, projectId, id);
    },
    update: async ({ db, actor, params, body, record }) => {
      const stored = await readCredential(db, actor.project.id, params.credentialId);
      const adds = body.hosts?.some((host) => !stored.hosts.includes(host)) ?? false;
      // Whoever could name a new host could have the value sent there.
      if (adds && !body.value) throw new Failure('E_SECRET_REQUIRED');
      await updateCredential(db, secrets, stored, body);
      await record({ action: 'credential.updated', target: stored.id });
      await changed(db, actor);
      return readListed(db, actor.project.id, stored.id);
    },
    rotate: async ({ db, actor, params, body, record }) => {
      const stored = await readCredential(db, actor.project.id, params.credentialId);
      await updateCredential(db, secrets, stored, { value: body.value });
      await record({ action: 'credential.rotated', target: stored.id });
      await changed(db, actor);
      return readListed(db, actor.project.id, stored.id);
    },
    test: async ({ actor, params, body, signal }) => {
      const { credentialId } = params;
      const sealing = await useCredential(services, actor.project.id, {
        credentialId,
        url: body.url,
      });
      const limit = AbortSignal.any([signal, AbortSignal.timeout(15_000)]);
      const response = await automations.fetch(body.url, {
        headers: sealing.headers,
        signal: limit,
      });
      await response.body?.cancel();
      return { status: response.status, isAccepted: ![401, 403, 407].includes(response.status) };
    },
    remove: async ({ db, actor, params, record }) => {
      const stored = await readCredential(db, actor.project.id, params.credentialId);
      if (await isUsedByPublished(db, actor.project.id, stored.id)) {
        throw new Failure('E_CREDENTIAL_IN_USE');
      }
      await deleteCredential(db, stored);
      await record({ action: 'credential.deleted', target: stored.id });
      await changed(db, actor);
      return null;
    },
  });
}
