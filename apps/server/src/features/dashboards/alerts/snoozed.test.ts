import { afterAll, beforeAll, expect, test } from 'vitest';
import { alertRoutes, type AlertCondition } from '@causeway/contract/dashboards/alerts.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { sayInbox } from '@causeway/contract/inbox/texts.ts';
import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { checkDueAlerts } from './check.ts';

const space = await startSqlWorkspace();
const { server, editor, projectId } = space;
const { db } = server.services;
const number = crypto.randomUUID();
const table = crypto.randomUUID();
let dashboardId: string;

beforeAll(async () => {
  // The server would look every minute by itself, between what is done here and what is expected.
  await changeRows(db, sql`delete from causeway_jobs.schedule where name like 'dashboards.%'`);
  await space.run('create table level as select 90 as value');
  await space.run('create table arrivals (id int)');
  const connector = { id: space.plain };
  const save = async (name: string, text: string) => {
    const body = { connector, name, sql: text, isShared: true };
    return (await server.call(queryRoutes.create, { body }, editor)).id;
  };
  const place = { x: 0, y: 0, w: 6, h: 4 };
  const tile = { title: '', parameters: [], ...place };
  const tiles = [
    { ...tile, id: number, kind: 'number' as const, queryId: await save('L', 'table level') },
    { ...tile, id: table, kind: 'table' as const, queryId: await save('A', 'table arrivals') },
  ];
  const body = { name: 'Watched', tiles };
  const made = await server.call(dashboardRoutes.create, { params: { projectId }, body }, editor);
  dashboardId = made.id;
});
afterAll(() => space.stop());

const above = { kind: 'threshold', sign: 'above', limit: 100, margin: 0 } as const;

async function watch(name: string, tileId: string, condition: AlertCondition) {
  const params = { projectId, dashboardId };
  const body = { tileId, name, condition, every: 1440 as const };
  const { id: alertId } = await server.call(alertRoutes.create, { params, body }, editor);
  const one = { ...params, alertId };
  return {
    snooze: (minutes: number) =>
      server.call(alertRoutes.snooze, { params: one, body: { minutes } }, editor),
    check: () => server.call(alertRoutes.check, { params: one }, editor),
    /** As if so many hours went by: for whoever waits, and for what goes on. */
    pass: (hours: number) =>
      changeRows(
        db,
        sql`update dashboard_alerts set since = since - ${hours} * interval '1 hour',
              told_since = told_since - ${hours} * interval '1 hour',
              snoozed_until = snoozed_until - ${hours} * interval '1 hour',
              next_check_at = next_check_at - ${hours} * interval '1 hour'
            where id = ${alertId}`,
      ),
    /** What was said of it, as sentences, the last first. */
    told: async (language: 'en' | 'de' = 'en') => {
      const { items } = await server.call(inboxRoutes.list, { query: { limit: 50 } }, editor);
      return items
        .filter(({ params: said }) => (said as { title?: string }).title === name)
        .map(({ times, ...entry }) => {
          const { title, body } = sayInbox(entry, language);
          return `${times} × ${title} ${body}`;
        });
    },
  };
}

async function checkAt(alert: { check: () => Promise<unknown> }, value: number) {
  await space.run(`update level set value = ${value}`);
  await alert.check();
}

test('DASH-7 what had fired before the quiet and fires still is told once more when the quiet is over, and only then', async () => {
  const alert = await watch('Fires on', number, above);
  await checkAt(alert, 101);
  await alert.snooze(60);
  await checkAt(alert, 102);
  expect(await alert.told()).toEqual(['1 × Alert: Fires on Now at 101.']);
  await alert.pass(2);
  await checkAt(alert, 103);
  await checkAt(alert, 104);
  expect(await alert.told()).toEqual(['2 × Alert: Fires on Now at 103.']);
});

test('DASH-7 what fired and was over within the quiet is no news; what was told before and is over then is told when the quiet ends', async () => {
  const alert = await watch('Goes by', number, above);
  await checkAt(alert, 90);
  await alert.snooze(60);
  await checkAt(alert, 101);
  await checkAt(alert, 90);
  await alert.pass(2);
  await checkAt(alert, 91);
  expect(await alert.told()).toEqual([]);
  await checkAt(alert, 101);
  await alert.snooze(60);
  await alert.pass(0.5);
  await checkAt(alert, 90);
  expect(await alert.told()).toEqual(['1 × Alert: Goes by Now at 101.']);
  await alert.pass(3);
  await checkAt(alert, 92);
  await checkAt(alert, 93);
  const [over, ...before] = await alert.told();
  expect(over).toBe('1 × Back to normal: Goes by Now at 92. It had fired for 30 minutes.');
  expect(before).toHaveLength(1);
});

test('DASH-7 that all is well again says how long it was not, in the words of who reads it', async () => {
  const alert = await watch('Lasts', number, above);
  await checkAt(alert, 101);
  await alert.pass(27);
  await checkAt(alert, 99);
  const [english] = await alert.told('en');
  const [german] = await alert.told('de');
  expect(english).toContain('Now at 99. It had fired for 1 day, 3 hours.');
  expect(german).toContain('Aktueller Wert: 99. Der Alarm dauerte 1 Tag, 3 Stunden.');
});

test('DASH-7 rows that appeared during the quiet and are still there are told together at its end, once', async () => {
  const alert = await watch('Arrivals', table, { kind: 'row', keys: ['id'] });
  await space.run('insert into arrivals values (1)');
  await alert.check();
  await alert.snooze(60);
  await space.run('insert into arrivals values (2), (3)');
  await alert.check();
  await space.run('insert into arrivals values (4)');
  await alert.check();
  await space.run('delete from arrivals where id = 3');
  await alert.check();
  expect(await alert.told()).toEqual([]);
  await alert.pass(2);
  await alert.check();
  await alert.check();
  expect(await alert.told()).toEqual(['1 × Alert: Arrivals Now at 2.']);
});

test('DASH-7 the end of the quiet is a check of its own: an alert of once a day is not silent until tomorrow', async () => {
  const alert = await watch('Once a day', number, above);
  const needs = { ...server.services, actAs: server.app.actAs };
  await checkAt(alert, 101);
  await checkDueAlerts(needs);
  await alert.snooze(60);
  await checkDueAlerts(needs);
  expect(await alert.told()).toEqual(['1 × Alert: Once a day Now at 101.']);
  await alert.pass(1.01);
  await Promise.all([checkDueAlerts(needs), checkDueAlerts(needs)]);
  await checkDueAlerts(needs);
  expect(await alert.told()).toEqual(['2 × Alert: Once a day Now at 101.']);
});

test('DASH-7 an end of the quiet at which nothing could be read is told as soon as something can', async () => {
  const alert = await watch('Unread', number, above);
  await checkAt(alert, 101);
  await alert.snooze(60);
  await alert.pass(2);
  await space.run('alter table level rename to gone');
  await alert.check();
  expect(await alert.told()).toHaveLength(1);
  await space.run('alter table gone rename to level');
  await checkAt(alert, 105);
  expect(await alert.told()).toEqual(['2 × Alert: Unread Now at 105.']);
});
