import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { staffRoutes } from '@causeway/contract/staff.ts';
import { staffSupportRoutes, supportRoutes } from '@causeway/contract/support.ts';
import { mailDueEntries } from '#features/inbox/mailing.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createSession, createUser, type TestUser } from '#testing/factories.ts';
import { openMailbox } from '#testing/mails.ts';
import { startTestServer } from '#testing/test-server.ts';

const server = await startTestServer();
const staff = await createUser(server.services.db, { staff: true, name: 'Sam of staff' });
afterAll(() => server.stop());

const place = { page: '/explore', build: 'test', requestId: null };
const ask = (person: TestUser, text: string, files: string[] = []) =>
  server.call(supportRoutes.ask, { body: { text, files, ...place } }, person);

async function upload(person: TestUser): Promise<string> {
  const picture = sharp({
    create: { width: 2_400, height: 1_200, channels: 3, background: '#eee' },
  });
  const sent = await fetch(`${server.url}${supportRoutes.upload.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'image/png' },
    body: new Blob([new Uint8Array(await picture.png().toBuffer())]),
  });
  return ((await sent.json()) as { id: string }).id;
}

test('SHELL-5 TEAM-11 what somebody asks is kept, reaches staff, who reads it is written down, and their answer reaches the inbox and the mailbox', async () => {
  const person = await createUser(server.services.db);
  const mails = await openMailbox(server);
  const { id: threadId, subject } = await ask(person, 'My import hangs\nsince this morning');
  expect(subject).toBe('My import hangs');
  const told = await server.call(inboxRoutes.list, { query: {} }, staff);
  expect(told.items.find(({ kind }) => kind === 'support.asked')?.link).toBe(
    `/staff/support?thread=${threadId}`,
  );
  const { items } = await server.call(staffSupportRoutes.list, { query: {} }, staff);
  expect(items[0]).toMatchObject({ id: threadId, page: '/explore', person: { id: person.id } });

  await server.call(staffSupportRoutes.show, { params: { threadId } }, staff);
  const { items: acts } = await server.call(staffRoutes.acts, { query: {} }, staff);
  expect(acts[0]).toMatchObject({
    action: 'support.opened',
    target: person.id,
    details: { threadId },
  });

  const answer = { params: { threadId }, body: { text: 'Try again now.' } };
  await server.call(staffSupportRoutes.answer, answer, staff);
  const [seen] = await server.call(supportRoutes.list, {}, person);
  expect(seen).toMatchObject({ id: threadId, isUnread: true, lastBy: 'staff' });
  const { messages } = await server.call(supportRoutes.show, { params: { threadId } }, person);
  expect(messages.map(({ text, byStaff }) => [text, byStaff])).toEqual([
    ['My import hangs\nsince this morning', false],
    ['Try again now.', true],
  ]);
  const inbox = await server.call(inboxRoutes.list, { query: {} }, person);
  expect(inbox.items[0]).toMatchObject({
    kind: 'support.answered',
    link: `/support?thread=${threadId}`,
  });
  await changeRows(
    server.services.db,
    sql`update inbox set mail_due_at = now() where mail_due_at is not null`,
  );
  await mailDueEntries(server.services);
  expect((await mails.find(person.email, /support/i)).text).toContain(
    `/support?thread=${threadId}`,
  );
  await server.call(supportRoutes.markSeen, { params: { threadId } }, person);
  const [read] = await server.call(supportRoutes.list, {}, person);
  expect(read).toMatchObject({ isUnread: false });
});

test('SHELL-5 a picture that is sent along is made small, and seen by its sender and staff alone', async () => {
  const { db } = server.services;
  const [person, other] = [await createUser(db), await createUser(db)];
  const fileId = await upload(person);
  const { messages } = await ask(person, 'See this', [fileId]);
  expect(messages[0]?.files).toEqual([fileId]);
  const fetchAs = (reader: TestUser) =>
    fetch(`${server.url}/api/support/v1/files/${fileId}`, {
      headers: { authorization: `Bearer ${reader.token}` },
    });
  const { width, format } = await sharp(
    Buffer.from(await (await fetchAs(staff)).arrayBuffer()),
  ).metadata();
  expect({ width, format }).toEqual({ width: 1_600, format: 'webp' });
  expect((await fetchAs(person)).status).toBe(200);
  expect((await fetchAs(other)).status).toBe(404);
  const stolen = await ask(other, 'Mine now', [fileId]);
  expect(stolen.messages[0]?.files).toEqual([]);
});

test('SHELL-5 a thread is its author’s: nobody else reads or writes it, not even staff acting as them', async () => {
  const { db } = server.services;
  const [person, other] = [await createUser(db), await createUser(db)];
  const { id: threadId } = await ask(person, 'Private');
  const asOther = await server.refuse(supportRoutes.show, { params: { threadId } }, other);
  expect(asOther.code).toBe('E_NOT_FOUND');
  const body = { text: 'Me too' };
  const writing = await server.refuse(supportRoutes.answer, { params: { threadId }, body }, other);
  expect(writing.code).toBe('E_NOT_FOUND');
  const token = await createSession(db, { userId: person.id, impersonatorId: staff.id });
  const acting = await server.refuse(supportRoutes.list, {}, { token });
  expect(acting.code).toBe('E_IMPERSONATION_REFUSED');
});

test('SHELL-5 a closed thread is open again as soon as its author writes on', async () => {
  const person = await createUser(server.services.db);
  const { id: threadId } = await ask(person, 'Solved?');
  const params = { threadId };
  await server.call(
    staffSupportRoutes.answer,
    { params, body: { text: 'Yes.', close: true } },
    staff,
  );
  const closed = await server.call(staffSupportRoutes.show, { params }, staff);
  expect(closed.state).toBe('closed');
  await server.call(supportRoutes.answer, { params, body: { text: 'Not quite' } }, person);
  const open = await server.call(staffSupportRoutes.show, { params }, staff);
  expect(open).toMatchObject({ state: 'open', lastBy: 'person' });
});

test('SHELL-5 a provider’s script is allowed exactly, with the places it needs and nothing else', async () => {
  const withScript = await startTestServer({
    SUPPORT_SCRIPT_URL: 'https://chat.example/widget.js',
    SUPPORT_HOSTS: 'https://api.chat.example',
  });
  const person = await createUser(withScript.services.db);
  expect(await withScript.call(supportRoutes.how, {}, person)).toEqual({
    script: 'https://chat.example/widget.js',
  });
  const { headers } = await withScript.send('GET', '/health/live');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self' https://chat.example/widget.js;");
  expect(policy).toContain("connect-src 'self' https://api.chat.example;");
  await withScript.stop();
  const plain = (await server.send('GET', '/health/live')).headers.get('content-security-policy');
  expect(plain).toContain("script-src 'self';");
});
