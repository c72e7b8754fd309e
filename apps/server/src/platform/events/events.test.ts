import { afterAll, expect, test } from 'vitest';
import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { userRoutes } from '@causeway/contract/users.ts';
import { eventually } from '#testing/eventually.ts';
import { createProject, createUser } from '#testing/factories.ts';
import { type Heard, listenTo as listenToUrl } from '#testing/listen.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

const one = await startTestServer();
const two = await one.another();
afterAll(async () => {
  await two.stop();
  await one.stop();
});

/** Listens as a browser would, from the first event on. */
async function listenTo(server: TestServer, token: string, since?: number): Promise<Heard> {
  const heard = await listenToUrl(server.url, token, since);
  await eventually(() => expect(heard.events).toContain('ready'));
  return heard;
}

test('a change made on one instance is heard on the other', async () => {
  const person = await createUser(one.services.db);
  const heard = await listenTo(two, person.token);
  const body = { settings: { theme: 'dark' as const } };
  await one.call(userRoutes.update, { body }, { token: person.token });
  await eventually(() => expect(heard.events).toContain('user.changed'));
  heard.leave();
});

test('who reads first and listens then hears what happened in between, if it is theirs', async () => {
  const { db, events } = one.services;
  const [person, stranger] = [await createUser(db), await createUser(db)];
  const { id: projectId } = await createProject(db, { owner: person });
  const witness = await listenTo(two, person.token);
  const since = Date.now();
  await events.publish(db, { projectId }, { type: 'members.changed', projectId });
  await events.publish(db, { userId: person.id }, { type: 'user.changed' });
  await eventually(() => expect(witness.events).toContain('user.changed'));
  const late = await listenTo(two, person.token, since);
  await eventually(() => expect(late.events).toContain('user.changed'));
  expect(late.events).toEqual(['ready', 'members.changed', 'user.changed']);
  const other = await listenTo(two, stranger.token, since);
  await events.publish(db, { userId: stranger.id }, { type: 'inbox.changed' });
  await eventually(() => expect(other.events).toContain('inbox.changed'));
  expect(other.events).toEqual(['ready', 'inbox.changed']);
  for (const stream of [witness, late, other]) stream.leave();
});

test('nobody hears of what is not theirs, and who was removed hears no more', async () => {
  const { db } = one.services;
  const [owner, viewer, stranger] = [
    await createUser(db),
    await createUser(db),
    await createUser(db),
  ];
  const { id: projectId } = await createProject(db, { owner, viewer });
  const byMember = await listenTo(two, viewer.token);
  const byStranger = await listenTo(two, stranger.token);
  await one.services.events.publish(db, { projectId }, { type: 'members.changed', projectId });
  await eventually(() => expect(byMember.events).toContain('members.changed'));
  const params = { projectId, userId: viewer.id };
  await one.call(memberRoutes.remove, { params }, { token: owner.token });
  await eventually(() => expect(byMember.events).toContain('projects.changed'));
  const before = byMember.events.length;
  await one.services.events.publish(db, { projectId }, { type: 'members.changed', projectId });
  await one.services.events.publish(db, { userId: viewer.id }, { type: 'user.changed' });
  await eventually(() => expect(byMember.events).toContain('user.changed'));
  expect(byMember.events.slice(before)).toEqual(['user.changed']);
  expect(byStranger.events).toEqual(['ready']);
  byMember.leave();
  byStranger.leave();
});

test('a rolled back change is not heard', async () => {
  const { db, events } = one.services;
  const person = await createUser(db);
  const heard = await listenTo(two, person.token);
  const failing = db.transaction(async (tx) => {
    await events.publish(tx, { userId: person.id }, { type: 'projects.changed' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await events.publish(db, { userId: person.id }, { type: 'user.changed' });
  await eventually(() => expect(heard.events).toContain('user.changed'));
  expect(heard.events).toEqual(['ready', 'user.changed']);
  heard.leave();
});

test('logging out ends the stream of that session', async () => {
  const person = await createUser(one.services.db);
  const heard = await listenTo(two, person.token);
  await one.call(authRoutes.logout, {}, { token: person.token });
  await eventually(() => expect(heard.closed).toBe(true));
});

test('a listener that lost its connection comes back and tells everybody to read again', async () => {
  const person = await createUser(one.services.db);
  const heard = await listenTo(one, person.token);
  await one.services.db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'causeway events'
       and datname = current_database()`,
  );
  await eventually(() =>
    expect(heard.events.filter((type) => type === 'ready').length).toBeGreaterThan(1),
  );
  const body = { settings: { theme: 'dark' as const } };
  await two.call(userRoutes.update, { body }, { token: person.token });
  await eventually(() => expect(heard.events).toContain('user.changed'));
  heard.leave();
});

test('streams that were left are gone', async () => {
  const person = await createUser(one.services.db);
  const streams = await Promise.all(Array.from({ length: 20 }, () => listenTo(one, person.token)));
  expect(one.services.events.openStreams()).toBeGreaterThanOrEqual(20);
  for (const stream of streams) stream.leave();
  await eventually(() => expect(one.services.events.openStreams()).toBe(0));
});

test('nobody listens more often than windows could be open, and others still may', async () => {
  const [person, other] = [await createUser(one.services.db), await createUser(one.services.db)];
  const listening = await Promise.all(
    Array.from({ length: 60 }, () => listenTo(one, person.token)),
  );
  const beyond = await one.send('POST', '/api/events/v1', { token: person.token });
  expect(beyond).toMatchObject({ status: 429, json: { code: 'E_RATE_LIMITED' } });
  listening.push(await listenTo(one, other.token));
  listening.shift()?.leave();
  const again = await eventually(() => listenTo(one, person.token));
  for (const stream of [...listening, again]) stream.leave();
  await eventually(() => expect(one.services.events.openStreams()).toBe(0));
});
