import { afterAll, expect, test } from 'vitest';
import { createImportRequests } from '#testing/import-requests.ts';
import { startReaderWorkspace } from '#testing/reader-workspace.ts';
import { codeOf } from '#testing/sql-workspace.ts';
import { read } from '#testing/table-requests.ts';

/** Where a connector only reads, editors work as the role for readers too. */

const space = await startReaderWorkspace();
const { server, projectId, powerful: connectorId, owner, reader, setReader } = space;
afterAll(() => space.stop());

test('TEAM-2 a file somebody else imports is not shown to editors who work as the role for readers', async () => {
  const ofEditor = createImportRequests(space, connectorId);
  const ofOwner = createImportRequests({ ...space, editor: owner }, connectorId);
  const id = await ofOwner.upload('name,code\nGrace,1\n');
  const own = await ofEditor.upload('name,code\nAda,2\n');
  expect((await ofEditor.preview(id)).rows[0]?.cells).toEqual(['Grace', '1']);
  await setReader(reader);
  const path = `/api/connectors/v1/${projectId}/${connectorId}`;
  const body = { settings: { readOnly: true } };
  read(await server.send('PATCH', path, { token: owner.token, body }));
  const options = (await ofEditor.preview(own)).read;
  for (const answer of [
    await ofEditor.trySend('POST', `/${id}/preview`, {}),
    await ofEditor.trySend('POST', `/${id}/analyse`, { read: options }),
  ]) {
    expect(codeOf(answer)).toBe('403 E_FORBIDDEN');
    expect(answer.text).not.toContain('Grace');
  }
  expect((await ofEditor.preview(own)).rows[0]?.cells).toEqual(['Ada', '2']);
});
