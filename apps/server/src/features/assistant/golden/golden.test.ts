import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { goldenRoutes } from '@causeway/contract/assistant/golden.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { askAndHear, beginThread } from '#testing/assistant-requests.ts';
import { scriptedModel } from '#testing/scripted-model.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { checkVerified } from './checking.ts';
import { likeness, wordsIn } from './words.ts';

const workspace = await startSqlWorkspace();
beforeAll(async () => {
  await workspace.run('create table deals (id int primary key, worth int, won boolean)');
  await workspace.run('insert into deals select n, n * 10, n % 2 = 0 from generate_series(1, 6) n');
});
afterAll(() => workspace.stop());
afterEach(() => workspace.server.app.assistant.script(undefined));

const inProject = () => ({ params: { projectId: workspace.projectId } });

function verify(question: string, sql: string, as = workspace.editor) {
  const body = { connectorId: workspace.plain, question, sql };
  return workspace.server.call(goldenRoutes.create, { ...inProject(), body }, as);
}

async function ask(text: string) {
  const { server, viewer, projectId, plain: connectorId } = workspace;
  const { id: threadId } = await beginThread(server, viewer, { projectId, connectorId });
  return askAndHear(server, viewer, { projectId, threadId, text });
}

const check = () => checkVerified(workspace.server.services, workspace.server.app.actAs);
const list = () => workspace.server.call(goldenRoutes.list, inProject(), workspace.viewer);

test('CHAT-6 questions are the same whatever their case, endings and politeness; numbers make a difference', () => {
  expect(wordsIn('Please show me the WON deals of 2025!')).toBe(wordsIn('won deal 2025'));
  expect(wordsIn('won deals 2025')).not.toBe(wordsIn('won deals 2026'));
  expect(likeness('won deal 2025', 'won deal 2026')).toBeCloseTo(0.5);
});

test('CHAT-6 a verified question is answered by its statement for everybody, says who verified it, and is shown to models as data', async () => {
  const { server, editor, viewer } = workspace;
  await verify('What is our pipeline gold?', 'select sum(worth) as pipeline from deals where won');
  const heard = await ask('pipeline gold');
  expect(heard.text).toContain('**120**');
  expect(heard.text).toContain(`Verified by ${editor.name}`);
  const model = scriptedModel([{ says: 'fine' }]);
  server.app.assistant.script(model);
  await ask('pipeline gold last year');
  expect(JSON.stringify(model.prompts[0]?.at(-1))).toContain('sum(worth) as pipeline');
  const refused = await server.refuse(
    goldenRoutes.create,
    { ...inProject(), body: { connectorId: workspace.plain, question: 'mine', sql: 'select 1' } },
    viewer,
  );
  expect(refused.code).toBe('E_FORBIDDEN');
  const wrong = await server.refuse(
    goldenRoutes.create,
    {
      ...inProject(),
      body: { connectorId: workspace.plain, question: 'bad', sql: 'drop table deals' },
    },
    editor,
  );
  expect(wrong.code).toBe('E_SQL_READ_ONLY');
});

test('CHAT-6 when a column is dropped or renamed, its questions are broken, told of once and not used; verified again they are', async () => {
  const { server, editor } = workspace;
  const sql = 'select id, worth from deals order by worth desc limit 2';
  const { id } = await verify('Our shiniest gems', sql);
  await verify('How many gems', 'select count(*) as gems from deals');
  await check();
  expect((await list()).map(({ state }) => state)).not.toContain('broken');
  await workspace.run('alter table deals rename column worth to price');
  await check();
  await check();
  const broken = (await list()).filter(({ state }) => state === 'broken');
  expect(broken.map(({ question }) => question).toSorted()).toEqual([
    'Our shiniest gems',
    'What is our pipeline gold?',
  ]);
  expect(broken[0]?.problem).toContain('worth');
  const { items } = await server.call(inboxRoutes.list, { query: { limit: 20 } }, editor);
  expect(items.filter(({ kind }) => kind === 'golden.broken')).toHaveLength(2);
  expect((await ask('our shiniest gems')).text).not.toContain('Verified by');
  expect((await ask('how many gems')).text).toContain('Verified by');
  await workspace.run('alter table deals rename column price to worth');
  const params = { ...inProject().params, goldenId: id };
  const again = await server.call(goldenRoutes.check, { params }, editor);
  expect(again).toMatchObject({ state: 'ok', problem: null });
  await server.call(goldenRoutes.remove, { params }, editor);
  expect((await list()).map((one) => one.id)).not.toContain(id);
});

test('CHAT-6 of as many verified questions as there may be, each can be verified again, and no more come', async () => {
  const { server, editor, plain: connectorId, projectId } = workspace;
  const sql = 'select count(*) as deals from deals';
  const { id } = await verify('How many deals are there at all?', sql);
  await server.services.db.query({
    text: `insert into golden_questions
             (project_id, connector_id, question, words, sql, columns, verified_by)
           select project_id, connector_id, 'Filler ' || n, 'filler ' || n, sql, columns, verified_by
           from golden_questions, generate_series(1, 500 - (select count(*)::int
             from golden_questions where project_id = $2)) n
           where id = $1`,
    values: [id, projectId],
  });
  expect((await verify('How many deals are there at all?', sql)).id).toBe(id);
  const body = { connectorId, question: 'One too many', sql };
  const refused = await server.refuse(goldenRoutes.create, { ...inProject(), body }, editor);
  expect(refused.code).toBe('E_VALIDATION');
});
