import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { askAndHear, beginThread } from '#testing/assistant-requests.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { personalDataOfAssistant } from './personal-data.ts';

const workspace = await startSqlWorkspace();
beforeAll(async () => {
  await workspace.run('create table customers (id int primary key)');
  await workspace.run('insert into customers select generate_series(1, 7)');
});
afterAll(() => workspace.stop());

test('SESS-7 the export holds one’s conversations: questions and answers, and of a project one has left the questions', async () => {
  const { server, editor, owner, projectId, plain: connectorId } = workspace;
  const { id: threadId } = await beginThread(server, editor, { projectId, connectorId });
  await askAndHear(server, editor, { projectId, threadId, text: 'How many customers are there?' });
  const exported = async () =>
    JSON.stringify(
      await personalDataOfAssistant.files?.conversations?.(server.services.db, {
        ...editor,
        name: '',
      }),
    );
  expect(await exported()).toContain('How many customers are there?');
  expect(await exported()).toContain('**7**');
  expect(await exported()).toContain('count(*)');
  const params = { projectId, userId: editor.id };
  await server.call(memberRoutes.remove, { params }, owner);
  expect(await exported()).toContain('How many customers are there?');
  expect(await exported()).not.toContain('**7**');
});
