import { roles } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { inboxRoutes, type MailChoices } from '@causeway/contract/inbox/inbox.ts';
import { inboxKinds, type MailedKind, mailedKinds } from '@causeway/contract/inbox/kinds.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import type { Mount } from '#platform/http/mount.ts';
import { happened } from '#platform/outbox/happened.ts';
import type { Services } from '#platform/services.ts';
import { defineMailing } from './mailing.ts';
import {
  answerApproval,
  type Asking,
  countUnread,
  findAsking,
  findEntry,
  listEntries,
  listMailChoices,
  markAllRead,
  markRead,
  putMailChoice,
} from './queries.ts';
import { readUnsubscribeToken } from './unsubscribe.ts';

export function mountInbox(mount: Mount, services: Services): void {
  defineMailing(services);

  async function unsubscribe(db: Database, token: string): Promise<MailedKind[]> {
    const { userId, kinds } = readUnsubscribeToken(services.secrets, token);
    await db.transaction(async (tx) => {
      for (const kind of kinds) await putMailChoice(tx, { userId, kind, isMailed: false });
    });
    return kinds;
  }

  mount('inbox', inboxRoutes, {
    list: async ({ db, actor, query }) => {
      const { id: userId } = actor.user;
      const [toldAt = null, id = null] = readCursor(query.cursor, ['instant', 'uuid']);
      const asked = { userId, before: { toldAt, id }, limit: query.limit + 1 };
      const [rows, unread] = await Promise.all([
        listEntries(db, { ...asked, isUnreadOnly: query.unread ?? false }),
        countUnread(db, userId),
      ]);
      return { ...toPage(rows, query.limit, (row) => [row.toldAt, row.id]), unread };
    },

    read: async ({ db, actor, body }) => {
      await markRead(db, { userId: actor.user.id, ...body });
      return null;
    },

    readAll: async ({ db, actor, body }) => {
      await markAllRead(db, actor.user.id, body.until);
      return null;
    },

    answer: async ({ db, actor, params, body }) => {
      const { id: userId } = actor.user;
      const asking = await findAsking(db, userId, params.entryId);
      if (!asking) throw new Failure('E_NOT_FOUND');
      if (!mayAnswer(asking)) throw new Failure('E_FORBIDDEN');
      const { id, kind, subjectId, projectId } = asking;
      const { isAccepted } = body;
      const isFirst = await answerApproval(db, { id, userId, isAccepted });
      if (!isFirst) throw new Failure('E_APPROVAL_ANSWERED');
      await happened(db, `approval ${id}`, {
        type: 'approval.answered',
        projectId,
        data: { approvalId: id, kind, subjectId, isAccepted, userId },
      });
      const entry = await findEntry(db, userId, params.entryId);
      if (!entry) throw new Failure('E_NOT_FOUND');
      return entry;
    },

    mailChoices: ({ db, actor }) => readChoices(db, actor.user.id),

    chooseMail: async ({ db, actor, body }) => {
      await putMailChoice(db, { userId: actor.user.id, ...body });
      return readChoices(db, actor.user.id);
    },

    unsubscribe: async ({ db, body }) => ({ kinds: await unsubscribe(db, body.token) }),

    unsubscribeByMailProgram: async ({ db, query }) => {
      await unsubscribe(db, query.token);
      return null;
    },
  });
}

/** With the role of now: who was demoted meanwhile decides nothing. */
function mayAnswer({ needed, role }: Asking): boolean {
  if (needed === null) return true;
  return role !== null && roles.indexOf(role) >= roles.indexOf(needed);
}

async function readChoices(db: Db, userId: string): Promise<MailChoices> {
  const chosen = new Map(
    (await listMailChoices(db, userId)).map(({ kind, isMailed }) => [kind, isMailed]),
  );
  return Object.fromEntries(
    mailedKinds.map((kind) => [kind, chosen.get(kind) ?? inboxKinds[kind].mail === 'on']),
  ) as MailChoices;
}
