import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Check } from '@causeway/contract/intelligence/checks.ts';
import { intelligenceRoutes as routes } from '@causeway/contract/intelligence/intelligence.ts';
import { changeRows, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { eventually } from '#testing/eventually.ts';
import type { TestUser } from '#testing/factories.ts';
import { createScanRequests } from '#testing/scan-requests.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { read } from '#testing/table-requests.ts';

const space = await startSqlWorkspace();
const scans = createScanRequests(space);
/** Somebody else of the database, in whose way an index has to wait. */
const holder = new pg.Client({ connectionString: space.sources.database.url });
const { db } = space.server.services;

beforeAll(async () => {
  await holder.connect();
  await space.database.query(`
    create table parents (id int primary key);
    insert into parents select n from generate_series(1, 2000) n;
    create table children (id int primary key, parent_id int references parents);
    insert into children select n, 1 + n % 2000 from generate_series(1, 12000) n;
    create table doubles (id int primary key, a int);
    create index one on doubles (a);
    create index other on doubles (a);
    create table parts (id int, a int) partition by range (id);
    create table parts_one partition of parts for values from (0) to (1000);
    create index "One of All" on parts (a);
    create index "other of all" on parts (a);
    create table wide (id int, a int, words text) partition by range (id);
    create table wide_one partition of wide for values from (0) to (20000) with (fillfactor = 10);
    insert into wide select n, n, repeat('w', 300) from generate_series(1, 12000) n;
    create index wide_one_of_all on wide (a);
    create index wide_other_of_all on wide (a);
    alter table wide owner to ${space.role};
    alter table wide_one owner to ${space.role};
    alter table doubles owner to ${space.role};
    alter table parts owner to ${space.role};
    alter table parts_one owner to ${space.role};
    alter table parents owner to ${space.role};
    alter table children owner to ${space.role};
    analyze;`);
});
afterAll(async () => {
  await holder.end();
  await space.stop();
});

async function paramsOf(check: Check, table: string) {
  await scans.scan();
  const found = await scans.find(check, table);
  if (!found) throw new Error(`No ${check} of ${table}`);
  return { projectId: space.projectId, findingId: found.id };
}

type Params = Awaited<ReturnType<typeof paramsOf>>;

const estimate = (findingId: string, seconds: number) =>
  changeRows(
    db,
    sql`update findings set fix = jsonb_set(fix, '{seconds}', to_jsonb(${seconds}::float8))
        where id = ${findingId}`,
  );

async function preview(params: Params, as: TestUser) {
  const { id: previewId } = await space.server.call(routes.previewFix, { params }, as);
  return { params, body: { previewId } };
}

const setTimeLimit = async (timeoutSeconds: number | null) =>
  read(
    await space.server.send('PATCH', `/api/connectors/v1/${space.projectId}/${space.plain}`, {
      token: space.owner.token,
      body: { settings: { timeoutSeconds } },
    }),
  );

const indexesOf = (table: string) =>
  space.rowsOf(`select relname, indisvalid from pg_index join pg_class on oid = indexrelid
    where indrelid = '${table}'::regclass and not indisprimary order by 1`);

/** The holder lets go once it has given up, also where it waits to clear away what is left. */
async function sendUntilStuck(what: 'apply' | 'undo', params: Params, body: object) {
  const { projectId, findingId } = params;
  const path = `/api/intelligence/v1/${projectId}/findings/${findingId}/fix/${what}`;
  let isAnswered = false;
  const sent = space.server
    .send('POST', path, { token: space.owner.token, body })
    .finally(() => (isAnswered = true));
  await eventually(async () => {
    const clearing = await space.rowsOf(
      `select from pg_stat_activity where state = 'active' and query ilike 'drop index%'`,
    );
    expect(isAnswered || clearing.length > 0).toBe(true);
  });
  await holder.query('rollback');
  return (await sent).status;
}

async function apply(params: Params) {
  return space.server.call(routes.applyFix, await preview(params, space.editor), space.editor);
}

test('INTEL-3 who gives up waiting takes nobody the index that somebody else is making', async () => {
  const params = await paramsOf('key-without-index', 'children');
  await holder.query('begin; insert into children values (0, 1)');
  await estimate(params.findingId, 45);
  await apply(params);
  await eventually(async () => {
    expect(await indexesOf('children')).toMatchObject([[expect.any(String), false]]);
  });
  await estimate(params.findingId, 0.1);
  const { body } = await preview(params, space.owner);
  await setTimeLimit(1);
  expect(await sendUntilStuck('apply', params, body)).not.toBe(200);
  await eventually(async () => {
    expect((await scans.list('ended')).map(({ id }) => id)).toContain(params.findingId);
  });
  await setTimeLimit(null);
  expect(await indexesOf('children')).toEqual([['children_parent_id_idx', true]]);
});

const both = [
  ['one', true],
  ['other', true],
];

const countUndone = async (findingId: string) => {
  const { count } = await readRow<{ count: number }>(
    db,
    sql`select count(*)::int as count from audit_log
        where action = 'finding.fix-undone' and target = ${findingId}`,
  );
  return count;
};

test('INTEL-3 TEAM-7 an index that was dropped comes back behind the answer where that takes long', async () => {
  const params = await paramsOf('same-index', 'doubles');
  const { id: fixId } = await apply(params);
  expect(await indexesOf('doubles')).toEqual([['one', true]]);
  await changeRows(
    db,
    sql`update finding_fixes set preview = preview || '{"undoSeconds": 45}' where id = ${fixId}`,
  );
  await holder.query('begin; insert into doubles values (0, 0)');
  const asked = { params, body: { fixId } };
  const begun = await space.server.call(routes.undoFix, asked, space.editor);
  expect(begun).toMatchObject({ isRunning: true, isUndoing: true, undoneAt: null });
  expect(await countUndone(params.findingId)).toBe(0);
  await holder.query('rollback');
  await eventually(async () => {
    const [fix] = await space.server.call(routes.fixes, { params }, space.viewer);
    expect(fix).toMatchObject({
      isRunning: false,
      isUndoing: false,
      undoneAt: expect.any(String),
    });
  });
  expect(await indexesOf('doubles')).toEqual(both);
  expect(await countUndone(params.findingId)).toBe(1);
  expect((await scans.list()).map(({ id }) => id)).toContain(params.findingId);
});

test('INTEL-3 a way back of which nobody knew how it ended is done where its index is there', async () => {
  const params = await paramsOf('same-index', 'doubles');
  const { id: fixId, undo } = await apply(params);
  await space.database.query(undo ?? '');
  const asked = { params, body: { fixId } };
  const undone = await space.server.call(routes.undoFix, asked, space.editor);
  expect(undone.undoneAt).not.toBeNull();
  expect(await indexesOf('doubles')).toEqual(both);
});

test('INTEL-3 a way back does not take another index of that name for its own', async () => {
  const params = await paramsOf('same-index', 'doubles');
  const { id: fixId } = await apply(params);
  await space.database.query('create index other on doubles (a desc)');
  const path = `/api/intelligence/v1/${space.projectId}/findings/${params.findingId}/fix/undo`;
  const refused = await space.server.send('POST', path, {
    token: space.editor.token,
    body: { fixId },
  });
  expect(refused.status).not.toBe(200);
  await space.database.query('drop index other; create index other on doubles (a)');
});

test('INTEL-3 a way back that broke off leaves nothing that stands in its way', async () => {
  const params = await paramsOf('same-index', 'doubles');
  const { id: fixId } = await apply(params);
  await holder.query('begin; insert into doubles values (1, 1)');
  await setTimeLimit(1);
  expect(await sendUntilStuck('undo', params, { fixId })).not.toBe(200);
  await setTimeLimit(null);
  expect(await indexesOf('doubles')).toEqual([['one', true]]);
  await space.server.call(routes.undoFix, { params, body: { fixId } }, space.editor);
  expect(await indexesOf('doubles')).toEqual(both);
});

test('INTEL-3 an index of a partitioned table comes back with those of its parts', async () => {
  const params = await paramsOf('same-index', 'parts');
  const { id: fixId, undoLock } = await apply(params);
  expect(undoLock).toBe('writers');
  expect(await indexesOf('parts_one')).toHaveLength(1);
  await space.server.call(routes.undoFix, { params, body: { fixId } }, space.editor);
  expect(await indexesOf('parts')).toEqual([
    ['One of All', true],
    ['other of all', true],
  ]);
  expect(await indexesOf('parts_one')).toHaveLength(2);
});

test('INTEL-3 a way back that was kept before it could work is written anew when it is run', async () => {
  const params = await paramsOf('same-index', 'parts');
  const { id: fixId } = await apply(params);
  await changeRows(
    db,
    sql`update finding_fixes set undo = 'CREATE INDEX CONCURRENTLY "other of all" ON ONLY public.parts USING btree (a)'
        where id = ${fixId}`,
  );
  const [fix] = await space.server.call(routes.fixes, { params }, space.viewer);
  expect(fix?.undo).toBe('CREATE INDEX "other of all" ON public.parts USING btree (a)');
  await space.server.call(routes.undoFix, { params, body: { fixId } }, space.editor);
  expect(await indexesOf('parts_one')).toHaveLength(2);
});

test('INTEL-3 how long an index of a partitioned table takes to come back is told by all of its parts', async () => {
  const { findingId } = await paramsOf('same-index', 'wide');
  const { seconds } = await readRow<{ seconds: number }>(
    db,
    sql`select (fix->>'undoSeconds')::float8 as seconds from findings where id = ${findingId}`,
  );
  expect(seconds).toBeGreaterThan(0.5);
});
