import { Failure } from '@causeway/contract/errors.ts';
import {
  LARGEST_SCREENSHOT,
  SCREENSHOT_SIDE,
  staffSupportRoutes,
  supportRoutes,
  type WholeSupportThread,
} from '@causeway/contract/support.ts';
import { readUpTo } from '#platform/bytes/read-up-to.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import type { Mount } from '#platform/http/mount.ts';
import { tell, untell } from '#platform/inbox/tell.ts';
import type { Limit } from '#platform/limits/limiter.ts';
import { toWebp } from '#platform/pictures/to-webp.ts';
import type { Services } from '#platform/services.ts';
import {
  findAsked,
  findFile,
  findThread,
  insertFile,
  insertMessage,
  insertThread,
  listAsked,
  listMessages,
  listStaffIds,
  listThreads,
  markSeen,
  setState,
} from './threads.ts';

const messagesOfPerson: Limit = { name: 'support-messages', burst: 30, seconds: 3_600 };
const filesOfPerson: Limit = { name: 'support-files', burst: 30, seconds: 3_600 };
const SUBJECT_LENGTH = 80;

/** People write from wherever they are in the product; staff answer in it. */
export function mountSupport(mount: Mount, services: Services): void {
  const { db, env, events, limiter } = services;

  async function readThread(on: Db, userId: string, threadId: string): Promise<WholeSupportThread> {
    const thread = await findThread(on, userId, threadId);
    if (!thread) throw new Failure('E_NOT_FOUND');
    return { ...thread, messages: await listMessages(on, threadId) };
  }

  async function announce(tx: Tx, threadId: string, userIds: readonly string[]): Promise<void> {
    const event = { type: 'support.changed', threadId } as const;
    for (const userId of userIds) await events.publish(tx, { userId }, event);
  }

  type Asking = { id: string; name: string; threadId: string; subject: string };

  /** Everybody who could answer hears of it, in the product and, unless they look, by mail. */
  async function tellStaff(tx: Tx, { id, name, threadId, subject }: Asking): Promise<void> {
    const staff = await listStaffIds(tx);
    await tell(tx, {
      to: { people: staff },
      except: id,
      kind: 'support.asked',
      params: { person: name, subject },
      link: `/staff/support?thread=${threadId}`,
      about: threadId,
    });
    await announce(tx, threadId, [id, ...staff]);
  }

  mount('support', supportRoutes, {
    how: async () => ({ script: env.SUPPORT_SCRIPT_URL ?? null }),

    list: ({ db: on, actor }) => listThreads(on, actor.user.id),

    show: ({ db: on, actor, params }) => readThread(on, actor.user.id, params.threadId),

    ask: async ({ db: tx, actor, body }) => {
      const { id: userId, name } = actor.user;
      await limiter.take(messagesOfPerson, userId);
      const subject = subjectOf(body.text);
      const { page, build, requestId, text, files } = body;
      const threadId = await insertThread(tx, { userId, subject, page, build, requestId });
      await insertMessage(tx, { threadId, authorId: userId, byStaff: false, text, files });
      await tellStaff(tx, { id: userId, name, threadId, subject });
      return readThread(tx, userId, threadId);
    },

    answer: async ({ db: tx, actor, params, body }) => {
      const { id: userId, name } = actor.user;
      const { threadId } = params;
      const { subject } = await readThread(tx, userId, threadId);
      await limiter.take(messagesOfPerson, userId);
      await insertMessage(tx, { threadId, authorId: userId, byStaff: false, ...body });
      await tellStaff(tx, { id: userId, name, threadId, subject });
      return readThread(tx, userId, threadId);
    },

    markSeen: async ({ db: on, actor, params }) => {
      await markSeen(on, actor.user.id, params.threadId);
      return null;
    },

    upload: async ({ actor, body, signal }) => {
      await limiter.take(filesOfPerson, actor.user.id);
      const sent = await readUpTo(body, LARGEST_SCREENSHOT);
      const size = { width: SCREENSHOT_SIDE, height: SCREENSHOT_SIDE, fit: 'inside' } as const;
      const content = await toWebp(sent, { ...size, signal });
      return { id: await insertFile(db, actor.user.id, content) };
    },

    file: async ({ db: on, actor, params }) => {
      const content = await findFile(on, params.fileId, actor.user);
      if (!content) throw new Failure('E_NOT_FOUND');
      return {
        headers: { 'content-type': 'image/webp', 'cache-control': 'private, max-age=86400' },
        body: content,
      };
    },
  });

  async function readAsked(on: Db, threadId: string) {
    const thread = await findAsked(on, threadId);
    if (!thread) throw new Failure('E_NOT_FOUND');
    return thread;
  }

  mount('staffSupport', staffSupportRoutes, {
    list: async ({ db: on, query }) => {
      const [lastAt = null, id = null] = readCursor(query.cursor, ['instant', 'uuid']);
      const page = { state: query.state, lastAt, id, limit: query.limit + 1 };
      return toPage(await listAsked(on, page), query.limit, (row) => [row.lastAt, row.id]);
    },

    show: async ({ db: on, params: { threadId }, record }) => {
      const thread = await readAsked(on, threadId);
      const opened = { action: 'support.opened', details: { threadId } } as const;
      await db.transaction((tx) => record({ ...opened, target: thread.person.id }, tx));
      return { ...thread, messages: await listMessages(on, threadId) };
    },

    answer: async ({ db: tx, actor, params, body, record }) => {
      const { threadId } = params;
      const { person, subject } = await readAsked(tx, threadId);
      const message = { threadId, authorId: actor.user.id, byStaff: true, files: [] };
      await insertMessage(tx, { ...message, text: body.text });
      if (body.close) await setState(tx, threadId, 'closed');
      await record({ action: 'support.answered', target: person.id, details: { threadId } });
      await tell(tx, {
        to: { people: [person.id] },
        kind: 'support.answered',
        params: { subject },
        link: `/support?thread=${threadId}`,
        about: threadId,
      });
      await untell(tx, { kind: 'support.asked', about: threadId });
      await announce(tx, threadId, [person.id, ...(await listStaffIds(tx))]);
      return null;
    },

    setState: async ({ db: tx, params, body, record }) => {
      const { person } = await readAsked(tx, params.threadId);
      await setState(tx, params.threadId, body.state);
      const action = body.state === 'closed' ? 'support.closed' : 'support.reopened';
      await record({ action, target: person.id, details: { threadId: params.threadId } });
      await untell(tx, { kind: 'support.asked', about: params.threadId });
      await announce(tx, params.threadId, [person.id, ...(await listStaffIds(tx))]);
      return null;
    },
  });
}

/** A thread is called what it begins with. */
function subjectOf(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length <= SUBJECT_LENGTH ? line : `${line.slice(0, SUBJECT_LENGTH - 1).trimEnd()}…`;
}
