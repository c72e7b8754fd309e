import { roles } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import {
  type InboxEntry,
  inboxRoutes,
  type MailChoices,
  type MailTime,
} from '@causeway/contract/inbox/inbox.ts';
import { inboxKinds, type MailedKind, mailedKinds } from '@causeway/contract/inbox/kinds.ts';
import type { Act } from '#platform/audit/audit.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import type { Mount } from '#platform/http/mount.ts';
import { happened } from '#platform/outbox/happened.ts';
import type { Services } from '#platform/services.ts';
import { readApprovalToken } from './approval-link.ts';
import { defineMailing } from './mailing.ts';
import {
  answerApproval,
  type Asking,
  countUnread,
  findAsking,
  findEntry,
  findActive,
  listEntries,
  listMailChoices,
  markAllRead,
  markRead,
  putMailChoice,
} from './queries.ts';
import { readUnsubscribeToken } from './unsubscribe.ts';

export function mountInbox(mount: Mount, services: Services): void {
  defineMailing(services);

  async function choose(db: Database, token: string, mail: MailTime): Promise<MailedKind[]> {
    const { userId, kinds } = readUnsubscribeToken(services.secrets, token);
    await db.transaction(async (tx) => {
      for (const kind of kinds) await putMailChoice(tx, { userId, kind, mail });
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

    answer: async ({ db, actor, params, body, record }) => {
      const answered = { userId: actor.user.id, entryId: params.entryId, ...body };
      return answerEntry(db, answered, record);
    },

    asked: async ({ db, body }) => {
      const { userId, entryId } = readApprovalToken(services.secrets, body.token);
      const entry = await findEntry(db, userId, entryId);
      if (!entry?.approval) throw new Failure('E_TOKEN_EXPIRED');
      return entry;
    },

    answerAsked: async ({ db, body, record }) => {
      const asked = readApprovalToken(services.secrets, body.token);
      const person = await findActive(db, asked.userId);
      if (!person) throw new Failure('E_TOKEN_EXPIRED');
      const answered = { ...asked, isAccepted: body.isAccepted };
      return answerEntry(db, answered, (act) => record({ ...act, linkOf: person }));
    },

    mailChoices: ({ db, actor }) => readChoices(db, actor.user.id),

    chooseMail: async ({ db, actor, body }) => {
      await putMailChoice(db, { userId: actor.user.id, ...body });
      return readChoices(db, actor.user.id);
    },

    unsubscribe: async ({ db, body }) => ({ kinds: await choose(db, body.token, body.mail) }),

    unsubscribeByMailProgram: async ({ db, query }) => {
      await choose(db, query.token, 'never');
      return null;
    },
  });
}

type Answered = { userId: string; entryId: string; isAccepted: boolean };

async function answerEntry(
  tx: Tx,
  { userId, entryId, isAccepted }: Answered,
  record: (act: Act) => Promise<void>,
): Promise<InboxEntry> {
  const asking = await findAsking(tx, userId, entryId);
  if (!asking) throw new Failure('E_NOT_FOUND');
  if (!mayAnswer(asking)) throw new Failure('E_FORBIDDEN');
  const { id, kind, subjectId, projectId } = asking;
  const isFirst = await answerApproval(tx, { id, userId, isAccepted });
  if (!isFirst) throw new Failure('E_APPROVAL_ANSWERED');
  await happened(tx, `approval ${id}`, {
    type: 'approval.answered',
    projectId,
    data: { approvalId: id, kind, subjectId, isAccepted, userId },
  });
  const entry = await findEntry(tx, userId, entryId);
  if (!entry) throw new Failure('E_NOT_FOUND');
  if (kind === 'approval.asked') {
    await record({
      action: isAccepted ? 'approval.approved' : 'approval.denied',
      target: subjectId,
      ...(projectId !== null && { projectId }),
      details: { title: entry.params.title, by: entry.params.by },
    });
  }
  return entry;
}

/** With the role of now: who was demoted meanwhile decides nothing. */
function mayAnswer({ needed, role }: Asking): boolean {
  if (needed === null) return true;
  return role !== null && roles.indexOf(role) >= roles.indexOf(needed);
}

async function readChoices(db: Db, userId: string): Promise<MailChoices> {
  const chosen = new Map((await listMailChoices(db, userId)).map(({ kind, mail }) => [kind, mail]));
  return Object.fromEntries(
    mailedKinds.map((kind) => {
      const byItself = inboxKinds[kind].mail === 'on' ? 'now' : 'never';
      return [kind, chosen.get(kind) ?? byItself];
    }),
  ) as MailChoices;
}
