import { Failure } from '@causeway/contract/errors.ts';
import { changeFormats } from '@causeway/contract/settings/formats.ts';
import { changeSettings } from '@causeway/contract/settings/change.ts';
import { type CurrentUser, userRoutes } from '@causeway/contract/users.ts';
import { readCurrentUser } from '#platform/access/current-user.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { lockUser, updateUser } from './queries.ts';

const editable = new Set(['name', 'selection', 'formats', 'settings', 'settingsBase']);

export function mountAccount(mount: Mount, { events }: Services): void {
  mount('user', userRoutes, {
    read: ({ db, actor }) => readCurrentUser(db, actor.user.id, actor.impersonator ?? null),

    update: async ({ db, actor, body }) => {
      const userId = actor.user.id;
      await lockUser(db, userId);
      const user = await readCurrentUser(db, userId, actor.impersonator ?? null);
      refuseForeignFields(user, body);
      await updateUser(db, userId, {
        name: body.name ?? user.name,
        selection: body.selection ?? user.selection,
        formats: changeFormats(user.formats, body.formats ?? {}),
        settings: changeSettings(user.settings, body.settings ?? {}, body.settingsBase),
      });
      await events.publish(db, { userId }, { type: 'user.changed' });
      return readCurrentUser(db, userId, actor.impersonator ?? null);
    },
  });
}

/** A user may be sent back whole; what is not editable must then be as it was. */
function refuseForeignFields(user: CurrentUser, body: Record<string, unknown>): void {
  const known = user as Record<string, unknown>;
  const refused = Object.keys(body).filter((name) => {
    return !editable.has(name) && JSON.stringify(body[name]) !== JSON.stringify(known[name]);
  });
  if (refused.length > 0) {
    throw new Failure('E_FIELD_NOT_ALLOWED', undefined, { fields: refused.slice(0, 50) });
  }
}
