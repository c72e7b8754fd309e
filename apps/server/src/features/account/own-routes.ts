import { Readable } from 'node:stream';
import { accountRoutes, AVATAR_SIZE, LARGEST_AVATAR } from '@causeway/contract/account.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { readUpTo } from '#platform/bytes/read-up-to.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Limit } from '#platform/limits/limiter.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import { toWebp } from '#platform/pictures/to-webp.ts';
import type { Services } from '#platform/services.ts';
import { findAvatar, putAvatar, removeAvatar } from './avatars.ts';
import { findReady, findUnfinished, insertExport, listExports, readParts } from './exports.ts';
import { defineExports } from './making-exports.ts';

const avatarsOfPerson: Limit = { name: 'avatars', burst: 30, seconds: 3_600 };
const exportsOfPerson: Limit = { name: 'account-exports', burst: 5, seconds: 86_400 };

/** What people have of themselves: their picture, and a file with all that is stored about them. */
export function mountOwnData(
  mount: Mount,
  services: Services,
  sources: readonly PersonalData[],
): void {
  const { db, events, jobs, limiter } = services;
  const exporting = defineExports(services, sources);

  /** Others in the same projects see the picture, too. */
  async function announce(tx: Tx, userId: string): Promise<void> {
    await events.publish(tx, { userId }, { type: 'user.changed' });
  }

  mount('account', accountRoutes, {
    putAvatar: async ({ actor, body, signal }) => {
      await limiter.take(avatarsOfPerson, actor.user.id);
      const sent = await readUpTo(body, LARGEST_AVATAR);
      const size = { width: AVATAR_SIZE, height: AVATAR_SIZE, fit: 'cover' } as const;
      const picture = await toWebp(sent, { ...size, signal });
      return db.transaction(async (tx) => {
        const avatar = await putAvatar(tx, actor.user.id, picture);
        await announce(tx, actor.user.id);
        return { avatar };
      });
    },

    removeAvatar: async ({ db: tx, actor }) => {
      await removeAvatar(tx, actor.user.id);
      await announce(tx, actor.user.id);
      return null;
    },

    avatar: async ({ db: on, params }) => {
      const picture = await findAvatar(on, params.avatarId);
      if (!picture) throw new Failure('E_NOT_FOUND');
      return {
        headers: {
          'content-type': 'image/webp',
          'cache-control': 'public, max-age=31536000, immutable',
        },
        body: picture,
      };
    },

    listExports: ({ db: on, actor }) => listExports(on, actor.user.id),

    startExport: async ({ db: tx, actor, record }) => {
      const unfinished = await findUnfinished(tx, actor.user.id);
      if (unfinished) return unfinished;
      await limiter.take(exportsOfPerson, actor.user.id);
      const begun = await insertExport(tx, actor.user.id);
      await jobs.enqueue(tx, exporting, { exportId: begun.id });
      await record({ action: 'account.exported', target: actor.user.id });
      return begun;
    },

    downloadExport: async ({ db: on, actor, params }) => {
      const ready = await findReady(on, actor.user.id, params.exportId);
      if (!ready) throw new Failure('E_NOT_FOUND');
      return {
        headers: {
          'content-type': 'application/zip',
          'content-length': ready.size,
          'content-disposition': 'attachment; filename="causeway-account.zip"',
          'cache-control': 'private, no-store',
        },
        body: Readable.from(readParts(db, ready.id), { objectMode: false }),
      };
    },
  });
}
