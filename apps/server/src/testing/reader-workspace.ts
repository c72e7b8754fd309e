import { startSqlWorkspace } from './sql-workspace.ts';
import { read } from './table-requests.ts';
import { onServer } from './test-database.ts';

/** A table that names a person, and a role for readers that may see none of it. */
export async function startReaderWorkspace() {
  const space = await startSqlWorkspace();
  const { server, projectId, powerful: connectorId, owner } = space;
  const reader = `reads_${crypto.randomUUID().slice(0, 8)}`;
  await onServer(`create role ${reader}`);
  await space.database.query(
    `create table pay (name text, code text); insert into pay values ('Grace', '1')`,
  );
  return {
    ...space,
    reader,
    setReader: async (readerRole: string | null) => {
      const path = `/api/connectors/v1/${projectId}/${connectorId}`;
      const body = { settings: { readerRole } };
      read(await server.send('PATCH', path, { token: owner.token, body }));
    },
    stop: async () => {
      await space.stop();
      await onServer(`drop role ${reader}`);
    },
  };
}
