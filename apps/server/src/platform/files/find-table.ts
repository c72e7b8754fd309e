import { requireScope } from '#platform/access/authorize.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { connectorWord } from '@causeway/contract/sql/files.ts';
import { openFor } from '#platform/connectors/opened.ts';
import { refuseSystemTables } from '#platform/connectors/sql/reading.ts';
import { listConnectors, type StoredConnector } from '#platform/connectors/stored.ts';
import type { Services } from '#platform/services.ts';
import type { FilesCall } from './call.ts';
import type { CopiedTable } from './copy-table.ts';
import type { NamedTable } from './worker/protocol.ts';

/** A table of a database of the same project: connector, schema and name, or connector and name. */
export async function findTable(
  services: Services,
  { db, actor }: FilesCall,
  { catalog, schema, name }: NamedTable,
): Promise<CopiedTable> {
  const written = catalog === '' ? schema : catalog;
  const databases = (await listConnectors(db, actor.project)).filter(
    ({ implementation }) => implementation === 'sql',
  );
  const connector = choose(databases, written);
  requireScope(actor, 'data:read', connector.id);
  const opened = openFor(services.secrets, actor.project, connector);
  const named = { schema: catalog === '' ? 'public' : schema, table: name };
  await refuseSystemTables(services, { opened, actor }, named.schema);
  return { target: opened.target, ...named };
}

/** Names DuckDB keeps for itself. */
const taken = new Set(['memory', 'system', 'temp', 'main', 'information_schema', 'pg_catalog']);

function choose(databases: StoredConnector[], written: string): StoredConnector {
  const wanted = written.toLowerCase();
  const exact = databases.filter(({ name }) => name.toLowerCase() === wanted);
  const found =
    exact.length > 0 ? exact : databases.filter(({ name }) => connectorWord(name) === wanted);
  if (found.length > 1) {
    throw new Failure('E_TABLE_NOT_FOUND', `Several connectors are called '${written}'.`);
  }
  const [connector] = found;
  if (!connector || taken.has(wanted)) {
    const names = databases.map(({ name }) => connectorWord(name)).join(', ');
    const hint = names === '' ? 'This project has no database.' : `Databases here: ${names}.`;
    throw new Failure('E_TABLE_NOT_FOUND', `There is no database '${written}'. ${hint}`);
  }
  return connector;
}
