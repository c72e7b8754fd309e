import { afterAll, expect, test } from 'vitest';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { staffRoutes } from '@causeway/contract/staff.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { tell } from '#platform/inbox/tell.ts';
import { eventually } from '#testing/eventually.ts';
import { createProject, createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';
import { makeApprovalToken } from './approval-link.ts';
import { mailDueEntries } from './mailing.ts';
import { makeUnsubscribeToken } from './unsubscribe.ts';

const server = await startTestServer();
const staff = await createUser(server.services.db, { staff: true });
afterAll(() => server.stop());

const tellSupport = (to: TestUser, subject: string) =>
  server.services.db.transaction((tx) =>
    tell(tx, {
      to: { people: [to.id] },
      kind: 'support.answered',
      params: { subject },
      link: '/support',
    }),
  );

/** The minute they wait for has passed. */
async function mailNow(): Promise<void> {
  const { db } = server.services;
  await changeRows(db, sql`update inbox set mail_due_at = now() where mail_due_at is not null`);
  await mailDueEntries(server.services);
}

async function mailsTo(person: TestUser) {
  const page = await server.call(staffRoutes.mails, { query: { limit: 200 } }, staff);
  return page.items.filter(({ to }) => to === person.email);
}

const arrived = (person: TestUser, count: number) =>
  eventually(async () => {
    const mails = await mailsTo(person);
    expect(mails).toHaveLength(count);
    return mails;
  });

test('TEAM-8 what somebody wants by mail comes by mail, once, with the way to it and out of it', async () => {
  const person = await createUser(server.services.db);
  await tellSupport(person, 'My bill');
  await mailNow();
  await mailNow();
  const [mail] = await arrived(person, 1);
  expect(mail).toMatchObject({ subject: 'An answer from support: My bill' });
  expect(mail!.text).toContain(`${server.services.env.publicUrl}/support`);
  expect(mail!.text).toContain('/account/notifications');
  const token = /unsubscribe\?token=([^\s&]+)/.exec(mail!.text)![1]!;
  const stopped = await server.call(inboxRoutes.unsubscribe, { body: { token } });
  expect(stopped).toEqual({ kinds: ['support.answered'] });
  const choices = await server.call(inboxRoutes.mailChoices, {}, person);
  expect(choices['support.answered']).toBe('never');
  expect(choices['approval.asked']).toBe('now');
});

test('TEAM-8 what was read meanwhile, or is not wanted by mail, is not mailed', async () => {
  const [reader, quiet, last] = [
    await createUser(server.services.db),
    await createUser(server.services.db),
    await createUser(server.services.db),
  ];
  await tellSupport(reader, 'Read at once');
  const { items } = await server.call(inboxRoutes.list, { query: {} }, reader);
  await server.call(inboxRoutes.read, { body: { ids: [items[0]!.id] } }, reader);
  await tellSupport(quiet, 'Told before the choice');
  const body = { kind: 'support.answered' as const, mail: 'never' as const };
  await server.call(inboxRoutes.chooseMail, { body }, quiet);
  await tellSupport(quiet, 'Told after it');
  await tellSupport(last, 'Wanted');
  await mailNow();
  await arrived(last, 1);
  expect([...(await mailsTo(reader)), ...(await mailsTo(quiet))]).toEqual([]);
});

test('TEAM-8 several things come as one mail, in the language of the person', async () => {
  const person = await createUser(server.services.db);
  await changeRows(
    server.services.db,
    sql`update users set settings = '{"uiLang": "de"}' where id = ${person.id}`,
  );
  for (const subject of ['Rechnung', 'Schlüssel']) await tellSupport(person, subject);
  await mailNow();
  const [mail] = await arrived(person, 1);
  expect(mail!.subject).toBe('2 neue Einträge in deinem Posteingang');
  expect(mail!.text).toContain(`Hallo ${person.name}`);
  expect(mail!.text).toContain('Antwort des Supports: Schlüssel');
});

test('TEAM-8 what somebody has daily waits for eight in the morning where their first project is, and comes as one mail; the link of a mail makes it so', async () => {
  const { db } = server.services;
  const person = await createUser(db);
  const { id: projectId } = await createProject(db, { viewer: person });
  await changeRows(
    db,
    sql`update projects set settings = '{"timeZone": "Asia/Tokyo"}' where id = ${projectId}`,
  );
  await tellSupport(person, 'At once');
  await mailNow();
  const [first] = await arrived(person, 1);
  const token = /token=(\S+)&mail=daily/.exec(first!.text)![1]!;
  await server.call(inboxRoutes.unsubscribe, { body: { token, mail: 'daily' } });
  const choices = await server.call(inboxRoutes.mailChoices, {}, person);
  expect(choices['support.answered']).toBe('daily');
  for (const subject of ['In the morning', 'At noon']) await tellSupport(person, subject);
  const due = await listRows<{ hour: string; isAhead: boolean }>(
    db,
    sql`select to_char(mail_due_at at time zone 'Asia/Tokyo', 'HH24:MI') as hour,
          mail_due_at between now() and now() + interval '1 day' as "isAhead"
        from inbox where user_id = ${person.id} and mail_due_at is not null`,
  );
  const inTheMorning = { hour: '08:00', isAhead: true };
  expect(due).toEqual([inTheMorning, inTheMorning]);
  await changeRows(db, sql`update inbox set mailed_at = null where user_id = ${person.id}`);
  await mailNow();
  const mails = await arrived(person, 2);
  const daily = mails.find(({ id }) => id !== first!.id)!;
  expect(daily.subject).toBe('2 new in your inbox');
  expect(daily.text).not.toContain('mail=daily');
  expect(daily.text.indexOf('At noon')).toBeLessThan(daily.text.indexOf('In the morning'));
});

test('TEAM-8 a hundred equal alerts are one entry and one mail, gone with the project', async () => {
  const { db } = server.services;
  const person = await createUser(db);
  const { id: projectId } = await createProject(db, { viewer: person });
  for (let times = 0; times < 100; times += 1) {
    await db.transaction((tx) =>
      tell(tx, {
        to: { people: [person.id] },
        kind: 'alert.fired',
        params: { title: 'Orders', value: String(times) },
        projectId,
        about: 'orders',
      }),
    );
  }
  const { items } = await server.call(inboxRoutes.list, { query: {} }, person);
  expect(items).toMatchObject([{ times: 100, params: { value: '99' } }]);
  await mailNow();
  await mailNow();
  await arrived(person, 1);
  await changeRows(db, sql`delete from project_members where user_id = ${person.id}`);
  expect((await server.call(inboxRoutes.list, { query: {} }, person)).items).toEqual([]);
});

test('TEAM-8 an address that is not verified, and who has left the project, get no mail', async () => {
  const { db } = server.services;
  const [claim, gone, last] = [
    await createUser(db, { verified: false }),
    await createUser(db),
    await createUser(db),
  ];
  const { id: projectId } = await createProject(db, { viewer: gone });
  await tellSupport(claim, 'Nobody knows whose');
  await db.transaction((tx) =>
    tell(tx, {
      to: { people: [gone.id] },
      kind: 'alert.fired',
      params: { title: 'Orders', value: '3' },
      projectId,
    }),
  );
  await changeRows(db, sql`delete from project_members where user_id = ${gone.id}`);
  await tellSupport(last, 'Wanted');
  await mailNow();
  await arrived(last, 1);
  expect([...(await mailsTo(claim)), ...(await mailsTo(gone))]).toEqual([]);
});

test('TEAM-8 a mail program stops the mails with one click, as the header of each lets it', async () => {
  const { db, secrets } = server.services;
  const person = await createUser(db);
  const token = makeUnsubscribeToken(secrets, { userId: person.id, kinds: ['alert.fired'] });
  const answer = await fetch(`${server.url}/api/inbox/v1/unsubscribe/one-click?token=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(answer.status).toBe(200);
  const choices = await server.call(inboxRoutes.mailChoices, {}, person);
  expect(choices['alert.fired']).toBe('never');
});

function askForApproval({ id }: TestUser, projectId: string): Promise<unknown> {
  const subjectId = crypto.randomUUID();
  return server.services.db.transaction((tx) =>
    tell(tx, {
      to: { people: [id] },
      kind: 'approval.asked',
      params: { title: 'Clean up', by: 'Clean up', question: 'Delete 12 rows?' },
      projectId,
      about: subjectId,
      approval: { subjectId, atLeast: 'editor' },
    }),
  );
}

test('AUTO-3 TEAM-8 a mail that asks for approval brings a link by which its reader decides, once and for nobody else', async () => {
  const { db } = server.services;
  const [asked, other] = [await createUser(db), await createUser(db)];
  const { id: projectId } = await createProject(db, { editor: asked, owner: other });
  await askForApproval(asked, projectId);
  await mailNow();
  const [mail] = await arrived(asked, 1);
  const token = /approval\?token=(\S+)/.exec(mail!.text)![1]!;
  const shown = await server.call(inboxRoutes.asked, { body: { token } });
  expect(shown).toMatchObject({ kind: 'approval.asked', approval: { outcome: null } });
  const body = { token, isAccepted: true };
  const answered = await server.call(inboxRoutes.answerAsked, { body });
  expect(answered.approval).toMatchObject({ outcome: 'accepted', answeredBy: asked.name });
  const again = { body: { token, isAccepted: false } };
  await expect(server.call(inboxRoutes.answerAsked, again)).rejects.toThrow('E_APPROVAL_ANSWERED');
});

test('AUTO-9 TEAM-8 the link of a mail decides nothing once its reader may not', async () => {
  const { db, secrets } = server.services;
  const [asked, owner] = [await createUser(db), await createUser(db)];
  const { id: projectId } = await createProject(db, { editor: asked, owner });
  await askForApproval(asked, projectId);
  const { items } = await server.call(inboxRoutes.list, { query: {} }, asked);
  const token = makeApprovalToken(secrets, { userId: asked.id, entryId: items[0]!.id });
  const body = { token, isAccepted: true };
  await changeRows(db, sql`update project_members set role = 'viewer' where user_id = ${asked.id}`);
  await expect(server.call(inboxRoutes.answerAsked, { body })).rejects.toThrow('E_FORBIDDEN');
  await changeRows(db, sql`delete from project_members where user_id = ${asked.id}`);
  await expect(server.call(inboxRoutes.answerAsked, { body })).rejects.toThrow('E_NOT_FOUND');
});

test.each(['', 'x'.repeat(100), 'v1.abcdefgh.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])(
  'TEAM-8 a made-up link stops nobody’s mails (%s)',
  async (token) => {
    const answer = await server.send('POST', '/api/inbox/v1/unsubscribe', { body: { token } });
    expect([410, 422]).toContain(answer.status);
  },
);

test('TEAM-8 somebody whose mail can not be written keeps nobody else from theirs', async () => {
  const { db } = server.services;
  const people = await Promise.all([1, 2, 3].map(() => createUser(db)));
  const [unlucky, ...others] = people.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  for (const person of people) await tellSupport(person, 'My bill');
  await changeRows(
    db,
    sql`update inbox set kind = 'of.another.version' where user_id = ${unlucky!.id}`,
  );
  await mailNow();
  for (const person of others) await arrived(person, 1);
  expect(await mailsTo(unlucky!)).toEqual([]);
  await changeRows(db, sql`delete from inbox where user_id = ${unlucky!.id}`);
});
