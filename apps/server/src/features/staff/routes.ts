import { staffRoutes } from '@causeway/contract/staff.ts';
import type { Mount } from '#platform/http/mount.ts';
import { rowBinding } from '#platform/secrets/rotate.ts';
import { type Secrets, SecretUnreadable } from '#platform/secrets/secrets.ts';
import type { Services } from '#platform/services.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import { listAccounts, listKeptMails } from './queries.ts';

const UNREADABLE =
  'This mail was sealed with a key that is gone, or was damaged: it can not be read.';

export function mountStaff(mount: Mount, { secrets }: Services): void {
  mount('staff', staffRoutes, {
    mails: async ({ db, query }) => {
      const [createdAt, id] = readCursor(query.cursor, ['instant', 'uuid']);
      const rows = await listKeptMails(db, { createdAt, id }, query.limit + 1);
      const mails = rows.map(({ body, ...mail }) => ({
        ...mail,
        text: openText(secrets, body, rowBinding('kept_mails', mail.id)),
      }));
      return toPage(mails, query.limit, (mail) => [mail.createdAt, mail.id]);
    },

    users: async ({ db, query }) => {
      const [createdAt, id] = readCursor(query.cursor, ['instant', 'uuid']);
      const rows = await listAccounts(db, query.search, { createdAt, id }, query.limit + 1);
      return toPage(rows, query.limit, (row) => [row.createdAt, row.id]);
    },
  });
}

/** One that can't be read any more must not hide all others. */
function openText(secrets: Secrets, sealed: string, boundTo: string): string {
  try {
    return secrets.open(sealed, boundTo);
  } catch (error) {
    if (error instanceof SecretUnreadable) return UNREADABLE;
    throw error;
  }
}
