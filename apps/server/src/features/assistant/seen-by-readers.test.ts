import { afterAll, expect, test } from 'vitest';
import { goldenRoutes } from '@causeway/contract/assistant/golden.ts';
import { measureChangeRoutes, measureRoutes } from '@causeway/contract/assistant/measures.ts';
import type { TestUser } from '#testing/factories.ts';
import { startReaderWorkspace } from '#testing/reader-workspace.ts';
import { checkVerified } from './golden/checking.ts';
import { checkMeasures } from './measures/checking.ts';

/** A database names values of rows in its errors; they are not for who works as a role for readers. */

const space = await startReaderWorkspace();
const { server, projectId, powerful: connectorId, editor, viewer, reader, setReader } = space;
const params = { projectId };
afterAll(() => space.stop());

test('TEAM-2 what broke a measure or a verified question is not told in words', async () => {
  const expression = 'sum(code::int)';
  const place = { connectorId, schema: 'public', table: 'pay' };
  const measure = { ...place, name: { en: 'Codes', de: '' }, expression };
  await server.call(measureChangeRoutes.create, { params, body: measure }, editor);
  const golden = { connectorId, question: 'sum of codes', sql: `select ${expression} from pay` };
  await server.call(goldenRoutes.create, { params, body: golden }, editor);
  await space.database.query(`update pay set code = name; alter table pay add column later int`);
  const told = async (as: TestUser) => [
    ...(await server.call(measureRoutes.list, { params, query: {} }, as)),
    ...(await server.call(goldenRoutes.list, { params }, as)),
  ];
  await checkMeasures(server.services, server.app.actAs);
  await checkVerified(server.services, server.app.actAs);
  const problems = (await told(viewer)).map(({ problem }) => problem);
  for (const problem of problems) expect(problem).toContain('Grace');
  await setReader(reader);
  expect((await told(viewer)).map(({ state, problem }) => [state, problem])).toEqual([
    ['broken', null],
    ['broken', null],
  ]);
  expect((await told(editor)).map(({ problem }) => problem)).toEqual(problems);
});
