import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import {
  NOTHING_NOTED,
  type Workflow,
  workflowPublishingRoutes,
  workflowRoutes,
} from '@causeway/contract/automations/workflows.ts';
import { eventually } from '#testing/eventually.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { chain, createWorkflowRequests, manual } from '#testing/workflow-requests.ts';

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
afterAll(() => space.stop());

const keep = {
  kind: 'set' as const,
  id: 'keep',
  fields: [{ name: 'n', value: '{{ trigger.row.n }}' }],
};

/** Once so many of its runs have ended: what they were given, in the order they ran. */
async function given(workflow: Workflow, count: number): Promise<unknown[]> {
  let runs = await flows.runs({ workflowId: workflow.id, status: 'done', limit: 200 });
  while (runs.length < count) {
    await sleep(50);
    runs = await flows.runs({ workflowId: workflow.id, status: 'done', limit: 200 });
  }
  const whole = await Promise.all(runs.map(({ id }) => flows.show(id)));
  return whole
    .toSorted((one, other) =>
      (one.steps[0]?.startedAt ?? '') < (other.steps[0]?.startedAt ?? '') ? -1 : 1,
    )
    .map(({ steps }) => (steps[0]?.output as { n: unknown } | undefined)?.n);
}

/** Tables, triggers and functions of ours in the user's database. */
async function listOurs(): Promise<string[]> {
  const { rows } = await space.database.query<{ name: string }>(
    `select relname as name from pg_class where relname like 'causeway%' and relkind = 'r'
     union all select tgname from pg_trigger where tgname like 'causeway%'
     union all select proname from pg_proc where proname like 'causeway%'`,
  );
  return rows.map(({ name }) => name);
}

const at = (workflow: Workflow, trigger: string) => ({
  params: { projectId: space.projectId, workflowId: workflow.id, trigger },
});

describe('rows', () => {
  test('AUTO-2 every new row starts a run, in order, also when the line to the database breaks', async () => {
    await space.run('create table watched (n int4 primary key)');
    const definition = chain(
      { kind: 'rows', id: 'new', connectorId: space.plain, table: 'watched', everySeconds: 1 },
      keep,
    );
    const draft = await flows.create(definition);
    const { install } = await space.server.call(
      workflowPublishingRoutes.watchSql,
      at(draft, 'new'),
      space.editor,
    );
    expect(install.join('\n')).toContain('create or replace trigger');
    await space.server.call(workflowPublishingRoutes.installWatch, at(draft, 'new'), space.editor);
    const workflow = await flows.publish(draft);
    for (let n = 1; n <= 100; n += 1) {
      await space.database.query('insert into watched values ($1)', [n]);
      if (n % 25 === 0) {
        space.sources.line.cut();
        space.sources.line.restore();
      }
    }
    const numbers = await given(workflow, 100);
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    const [watch] = await space.server.call(
      workflowPublishingRoutes.watches,
      { params: at(workflow, 'new').params },
      space.editor,
    );
    expect(watch).toMatchObject({ trigger: 'new', error: null });
    await space.server.call(workflowPublishingRoutes.removeWatch, at(draft, 'new'), space.editor);
    await space.database.query('insert into watched values (101)');
    expect(await listOurs()).toEqual([]);
  });

  test('AUTO-2 a deleted workflow takes along what it put into the database, and leaves what others need', async () => {
    await space.run('create table noted (n int4)');
    const watching = async () => {
      const where = { connectorId: space.plain, table: 'noted', everySeconds: 60 };
      const draft = await flows.create(chain({ kind: 'rows', id: 'new', ...where }, keep));
      const call = at(draft, 'new');
      await space.server.call(workflowPublishingRoutes.installWatch, call, space.editor);
      return flows.publish(draft);
    };
    const [one, other] = [await watching(), await watching()];
    const remove = (workflow: Workflow) => {
      const params = { projectId: space.projectId, workflowId: workflow.id };
      return space.server.call(workflowRoutes.remove, { params }, space.editor);
    };
    await space.run('insert into noted values (1)');
    expect(await remove(one)).toEqual({ left: [] });
    await space.run('insert into noted values (2)');
    const noted = await space.database.query('select watch from causeway_outbox order by id');
    expect(noted.rows).toEqual([{ watch: `${other.id}:new` }, { watch: `${other.id}:new` }]);
    expect(await remove(other)).toEqual({ left: [] });
    expect(await listOurs()).toEqual([]);
  });

  test('AUTO-2 what a new version does not watch any more is taken out of the database', async () => {
    await space.run('create table dropped (n int4)');
    const where = { connectorId: space.plain, table: 'dropped', everySeconds: 60 };
    const draft = await flows.create(chain({ kind: 'rows', id: 'new', ...where }, keep));
    await space.server.call(workflowPublishingRoutes.installWatch, at(draft, 'new'), space.editor);
    const first = await flows.publish(draft);
    const { draftVersion } = await flows.save(first, chain(manual, keep));
    await flows.publish({ ...first, draftVersion });
    await eventually(async () => expect(await listOurs()).toEqual([]));
  });

  test('AUTO-2 a database that is out of reach keeps nobody from deleting a workflow, and is named', async () => {
    const where = { connectorId: space.plain, table: 'dropped', everySeconds: 60 };
    const workflow = await flows.create(chain({ kind: 'rows', id: 'new', ...where }, keep));
    space.sources.line.cut();
    const params = { projectId: space.projectId, workflowId: workflow.id };
    const { left } = await space.server.call(workflowRoutes.remove, { params }, space.editor);
    space.sources.line.restore();
    expect(left).toEqual([
      { connector: expect.any(String), sql: expect.stringContaining('drop trigger if exists') },
    ]);
  });

  test('AUTO-2 rows stay in order when the numbers of transactions get a digit more', async () => {
    await space.run('create table digits (n int4)');
    const where = { connectorId: space.plain, table: 'digits', everySeconds: 1 };
    const draft = await flows.create(chain({ kind: 'rows', id: 'new', ...where }, keep));
    await space.server.call(workflowPublishingRoutes.installWatch, at(draft, 'new'), space.editor);
    for (const [n, tx] of ['98', '99', '100', '101'].entries()) {
      await space.database.query(
        `insert into causeway_outbox (tx, watch, op, "row") values ($1, $2, 'insert', $3)`,
        [tx, `${draft.id}:new`, JSON.stringify({ n })],
      );
    }
    expect(await given(await flows.publish(draft), 4)).toEqual([0, 1, 2, 3]);
  });

  /** A draft that watches a new table, with what it needs put there. */
  async function watchNew(table: string, batch = 1) {
    await space.run(`create table ${table} (n int4)`);
    const where = { connectorId: space.plain, table, everySeconds: 1, batch };
    const draft = await flows.create(chain({ kind: 'rows', id: 'new', ...where }, keep));
    await space.server.call(workflowPublishingRoutes.installWatch, at(draft, 'new'), space.editor);
    return draft;
  }

  async function countNoted({ id }: Workflow): Promise<number> {
    const { rows } = await space.database.query<{ count: number }>(
      'select count(*)::int as count from causeway_outbox where watch = $1',
      [`${id}:new`],
    );
    return rows[0]?.count ?? -1;
  }

  test('AUTO-2 what was handed on does not stay in the database: the table of changes is kept small', async () => {
    const draft = await watchNew('many', 100);
    await space.run('insert into many select generate_series(1, 1200)');
    expect(await countNoted(draft)).toBe(1_200);
    const workflow = await flows.publish(draft);
    await given(workflow, 12);
    await eventually(async () => expect(await countNoted(workflow)).toBeLessThan(1_000));
  });

  test('AUTO-2 changes that nobody reads end at a limit, what was noted before is delivered, and what was missed is told', async () => {
    const draft = await watchNew('unread');
    await space.run('insert into unread values (1)');
    // As if a million had been noted since.
    await space.run('insert into unread values (2)');
    await space.database.query(`update causeway_outbox set n = 1000001 where "row" = '{"n": 2}'`);
    await space.run('insert into unread values (3), (4)');
    expect(await countNoted(draft)).toBe(3);
    const workflow = await flows.publish(draft);
    expect(await given(workflow, 2)).toEqual([1, 2]);
    const { params } = at(workflow, 'new');
    const [watch] = await space.server.call(
      workflowPublishingRoutes.watches,
      { params },
      space.editor,
    );
    expect(watch?.error).toContain('were not noted any more');
  });

  test('AUTO-2 a row that commits late is not overtaken', async () => {
    await space.run('create table late (n int4)');
    const definition = chain(
      { kind: 'rows', id: 'new', connectorId: space.plain, table: 'late', everySeconds: 1 },
      keep,
    );
    const draft = await flows.create(definition);
    await space.server.call(workflowPublishingRoutes.installWatch, at(draft, 'new'), space.editor);
    const workflow = await flows.publish(draft);
    await space.database.query('begin');
    await space.database.query('insert into late values (1)');
    await space.run('insert into late values (2)');
    await space.database.query('commit');
    expect(await given(workflow, 2)).toEqual([1, 2]);
  });

  test('AUTO-2 where nothing may be installed, rows are found by a column that rises', async () => {
    await space.run('create table polled (n int4)');
    await space.run('insert into polled values (1)');
    const by = { kind: 'polling' as const, column: 'n' };
    const workflow = await flows.published(
      chain(
        { kind: 'rows', id: 'new', connectorId: space.plain, table: 'polled', everySeconds: 1, by },
        keep,
      ),
    );
    const watches = () =>
      space.server.call(
        workflowPublishingRoutes.watches,
        { params: { projectId: space.projectId, workflowId: workflow.id } },
        space.editor,
      );
    while (!(await watches())[0]?.lookedAt) await sleep(50);
    await space.run('insert into polled values (2), (3)');
    expect(await given(workflow, 2)).toEqual([2, 3]);
  });

  test('AUTO-2 rows that share a value of the column are all found, however many, and rows without one disturb nobody', async () => {
    await space.run('create table moments (n int4, at int4)');
    const where = { connectorId: space.plain, table: 'moments', everySeconds: 1, batch: 100 };
    const by = { kind: 'polling' as const, column: 'at' };
    const count = {
      kind: 'set' as const,
      id: 'keep',
      fields: [{ name: 'n', value: '{{ trigger.rows.map(({ row }) => row.n) }}' }],
    };
    const workflow = await flows.published(chain({ kind: 'rows', id: 'new', ...where, by }, count));
    const { params } = at(workflow, 'new');
    const watches = () =>
      space.server.call(workflowPublishingRoutes.watches, { params }, space.editor);
    while (!(await watches())[0]?.lookedAt) await sleep(50);
    await space.run('insert into moments values (0, null)');
    await space.run('insert into moments select n, 1 from generate_series(1, 1200) n');
    const found = (await given(workflow, 12)).flat() as number[];
    expect(found.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 1_200 }, (_, index) => index + 1),
    );
    expect((await watches())[0]?.error).toBeNull();
    await space.run('insert into moments select n, 1 from generate_series(1201, 6000) n');
    const told = 'More than 5000 rows share one value of at: it does not rise.';
    await eventually(async () => expect((await watches())[0]?.error).toBe(told));
  });

  test('AUTO-2 a table that nothing notes the changes of is told from one that does not change', async () => {
    const other = await watchNew('watched_by_another');
    await space.run('create table unwatched (n int4)');
    const where = { connectorId: space.plain, table: 'unwatched', everySeconds: 1 };
    const draft = await flows.create(chain({ kind: 'rows', id: 'new', ...where }, keep));
    const ask = (workflow: Workflow) => {
      const call = at(workflow, 'new');
      return space.server.call(workflowPublishingRoutes.watchSql, call, space.editor);
    };
    const isInstalled = async (workflow: Workflow) => (await ask(workflow)).isInstalled;
    expect(await isInstalled(other)).toBe(true);
    expect(await isInstalled(draft)).toBe(false);
    const workflow = await flows.publish(draft);
    const { params } = at(workflow, 'new');
    const readWatch = async () => {
      const [watch] = await space.server.call(
        workflowPublishingRoutes.watches,
        { params },
        space.editor,
      );
      return watch;
    };
    const readError = async () => {
      const watch = await readWatch();
      return watch?.lookedAt ? watch.error : undefined;
    };
    await eventually(async () => expect(await readError()).toBe(NOTHING_NOTED));
    const { asOf } = await ask(draft);
    await eventually(async () => {
      expect(new Date((await readWatch())?.lookedAt ?? 0) > new Date(asOf)).toBe(true);
    });
    await space.server.call(workflowPublishingRoutes.installWatch, at(draft, 'new'), space.editor);
    expect(await isInstalled(draft)).toBe(true);
    await eventually(async () => expect(await readError()).toBeNull());
    await flows.save(workflow, chain({ kind: 'rows', id: 'new', ...where, on: ['update'] }, keep));
    expect(await isInstalled(workflow)).toBe(false);
  });
});

describe('objects', () => {
  test('AUTO-2 a new file in a folder starts a run, and one that was there does not', async () => {
    const { id: connectorId } = await space.server.call(
      connectorRoutes.create,
      { params: { projectId: space.projectId }, body: space.sources.s3Connector },
      space.owner,
    );
    const put = (path: string) =>
      space.server.send('PUT', '/api/s3/v1', {
        token: space.editor.token,
        body: { connector: { id: connectorId }, path, body: 'x' },
      });
    await put('in/old.csv');
    const workflow = await flows.published(
      chain(
        {
          kind: 'objects',
          id: 'new',
          connectorId,
          prefix: 'in/',
          pattern: '*.csv',
          everySeconds: 5,
        },
        { kind: 'set', id: 'keep', fields: [{ name: 'n', value: '{{ trigger.path }}' }] },
      ),
    );
    const params = { projectId: space.projectId, workflowId: workflow.id };
    const watches = () =>
      space.server.call(workflowPublishingRoutes.watches, { params }, space.editor);
    while (!(await watches())[0]?.lookedAt) await sleep(50);
    await put('in/new.csv');
    await put('in/new.txt');
    expect(await given(workflow, 1)).toEqual(['in/new.csv']);
  });
});
