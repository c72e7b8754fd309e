import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { snippetModerationRoutes } from '@causeway/contract/snippets/moderation.ts';
import { snippetCommentRoutes, snippetRoutes } from '@causeway/contract/snippets/routes.ts';
import type { Snippet } from '@causeway/contract/snippets/snippet.ts';
import { staffRoutes } from '@causeway/contract/staff.ts';
import { eventually } from '#testing/eventually.ts';
import { createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';

let author: TestUser;
let reader: TestUser;
let staff: TestUser;

const server = await startTestServer();
beforeAll(async () => {
  const { db } = server.services;
  author = await createUser(db, { name: 'Ada' });
  reader = await createUser(db, { name: 'Rita' });
  staff = await createUser(db, { staff: true });
});
afterAll(() => server.stop());

async function publish(title = 'Shared'): Promise<Snippet> {
  const body = { title: { en: title }, text: {}, sql: 'select 1', visibility: 'public' as const };
  return server.call(snippetRoutes.create, { body }, author);
}
const show = (snippetId: string, as: TestUser) =>
  server.call(snippetRoutes.show, { params: { snippetId } }, as);

test('SNIP-1 a star counts once a person, and can be taken back', async () => {
  const { id: snippetId } = await publish();
  const input = { params: { snippetId } };
  await server.call(snippetRoutes.star, input, reader);
  expect(await server.call(snippetRoutes.star, input, reader)).toEqual({ stars: 1 });
  expect(await show(snippetId, reader)).toMatchObject({ stars: 1, isStarred: true });
  expect(await server.call(snippetRoutes.unstar, input, reader)).toEqual({ stars: 0 });
  expect(await server.call(snippetRoutes.unstar, input, reader)).toEqual({ stars: 0 });
});

test('SNIP-1 people who used it are counted, not clicks, and not its author', async () => {
  const { id: snippetId } = await publish();
  const input = { params: { snippetId } };
  for (const who of [reader, reader, author]) {
    await server.call(snippetRoutes.noteUse, input, who);
  }
  expect(await show(snippetId, author)).toMatchObject({ uses: 1 });
});

test('SNIP-1 a fork is a private copy that remembers where it came from', async () => {
  const origin = await publish('The first');
  const params = { snippetId: origin.id };
  const fork = await server.call(snippetRoutes.fork, { params }, reader);
  expect(fork).toMatchObject({
    visibility: 'private',
    isMine: true,
    origin: { id: origin.id, version: 1, title: { en: 'The first' } },
  });
  expect(await show(origin.id, author)).toMatchObject({ forks: 1 });
  const hidden = { version: 1, visibility: 'private' as const };
  await server.call(snippetRoutes.update, { params, body: hidden }, author);
  expect((await show(fork.id, reader)).origin).toMatchObject({ title: null });
});

test('SNIP-1 comments are changed and deleted by who wrote them, and come back', async () => {
  const { id: snippetId } = await publish();
  const params = { snippetId };
  const body = { text: 'Works with a million rows' };
  const made = await server.call(snippetCommentRoutes.create, { params, body }, reader);
  const its = { ...params, commentId: made.id };
  const other = { params: its, body: { text: 'no' } };
  expect((await server.refuse(snippetCommentRoutes.update, other, author)).code).toBe(
    'E_FORBIDDEN',
  );
  const edit = { params: its, body: { text: 'And with two' } };
  const changed = await server.call(snippetCommentRoutes.update, edit, reader);
  expect(changed).toMatchObject({ text: 'And with two', isMine: true });
  expect(changed.editedAt).not.toBeNull();
  expect(await show(snippetId, author)).toMatchObject({ comments: 1 });
  await server.call(snippetCommentRoutes.remove, { params: its }, reader);
  expect(await show(snippetId, author)).toMatchObject({ comments: 0 });
  await server.call(snippetCommentRoutes.restore, { params: its }, reader);
  const { items } = await server.call(snippetCommentRoutes.list, { params, query: {} }, author);
  expect(items).toMatchObject([{ text: 'And with two', isMine: false, author: { name: 'Rita' } }]);
  const secret = { params, body: { text: 'use postgres://me:secret99@db.company.com/x' } };
  const refused = await server.refuse(snippetCommentRoutes.create, secret, reader);
  expect(refused.code).toBe('E_SNIPPET_SECRET');
});

describe('moderation', () => {
  test('SNIP-1 a reported snippet is hidden by staff, its author is told, others get a 404', async () => {
    const { id: snippetId } = await publish('Reported');
    const params = { snippetId };
    const report = { params, body: { reason: 'harmful' as const, text: 'drops my tables' } };
    await server.call(snippetRoutes.report, report, reader);
    await server.call(snippetRoutes.report, report, reader);
    const queue = await server.call(snippetModerationRoutes.queue, { query: {} }, staff);
    const entry = queue.items.find(({ snippet }) => snippet.id === snippetId);
    expect(entry?.reports).toMatchObject([{ reason: 'harmful', text: 'drops my tables' }]);

    const body = { reason: 'It drops tables without a word.' };
    await server.call(snippetModerationRoutes.hide, { params, body }, staff);
    expect((await server.refuse(snippetRoutes.show, { params }, reader)).status).toBe(404);
    expect(await show(snippetId, author)).toMatchObject({
      isHidden: true,
      hiddenReason: body.reason,
    });
    const list = await server.call(snippetRoutes.list, { query: { search: 'Reported' } }, reader);
    expect(list.items).toEqual([]);
    await eventually(async () => {
      const mails = await server.call(staffRoutes.mails, { query: {} }, staff);
      const mail = mails.items.find(({ to }) => to === author.email);
      expect(mail?.subject).toContain('Reported');
      expect(mail?.text).toContain(body.reason);
    });

    const again = { params, body: { reason: 'It warns now.' } };
    await server.call(snippetModerationRoutes.show, again, staff);
    expect(await show(snippetId, reader)).toMatchObject({ isHidden: false });
    const { db } = server.services;
    const { rows } = await db.query({
      text: `select action, details->>'reason' as reason from audit_log where target = $1 order by id`,
      values: [snippetId],
    });
    expect(rows).toMatchObject([
      { action: 'snippet.published' },
      { action: 'snippet.hidden', reason: body.reason },
      { action: 'snippet.shown', reason: 'It warns now.' },
    ]);
  });

  test('SNIP-1 reports that need nothing done leave the queue', async () => {
    const { id: snippetId } = await publish('Fine');
    const params = { snippetId };
    const report = { params, body: { reason: 'other' as const } };
    await server.call(snippetRoutes.report, report, reader);
    const body = { reason: 'Nothing is wrong.' };
    await server.call(snippetModerationRoutes.dismiss, { params, body }, staff);
    const { items } = await server.call(snippetModerationRoutes.queue, { query: {} }, staff);
    expect(items.map(({ snippet }) => snippet.id)).not.toContain(snippetId);
    expect(await show(snippetId, reader)).toMatchObject({ isHidden: false, isReported: false });
  });

  test('SNIP-1 staff do not read what is private', async () => {
    const body = { title: { en: 'Mine' }, text: {}, sql: 'select 1' };
    const { id: snippetId } = await server.call(snippetRoutes.create, { body }, author);
    const params = { snippetId };
    expect((await server.refuse(snippetRoutes.show, { params }, staff)).status).toBe(404);
    const hide = { params, body: { reason: 'curious' } };
    expect((await server.refuse(snippetModerationRoutes.hide, hide, staff)).status).toBe(404);
  });
});

test('SNIP-1 who floods is slowed down', async () => {
  const { id: snippetId } = await publish();
  const params = { snippetId };
  const answers: number[] = [];
  for (let told = 0; told < 21; told += 1) {
    const path = `/api/snippets/v1/snippets/${params.snippetId}/report`;
    const sent = { token: staff.token, body: { reason: 'spam' } };
    answers.push((await server.send('POST', path, sent)).status);
  }
  expect(answers.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(answers.at(-1)).toBe(429);
});
