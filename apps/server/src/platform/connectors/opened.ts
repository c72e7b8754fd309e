import { Failure } from '@causeway/contract/errors.ts';
import type { AuthorizedProject } from '#platform/access/caller.ts';
import type { Db } from '#platform/db/database.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { openSqlTarget, readConnector, type SqlTarget, type StoredConnector } from './stored.ts';

/** A database connector ready for use. */
export type OpenedSql = { connector: StoredConnector; target: SqlTarget };

/**
 * Connectors whose secrets were opened, kept as long as what is stored stays the same. The check of
 * every request brings the version along, so a change counts at once, on every instance.
 */
export type OpenedConnectors = { sql(db: Db, project: AuthorizedProject): Promise<OpenedSql> };

const MOST_KEPT = 500;

export function createOpenedConnectors(secrets: Secrets): OpenedConnectors {
  const kept = new Map<string, { version: string; opened: OpenedSql }>();
  return {
    sql: async (db, project) => {
      if (!project.connector) throw new Failure('E_CONNECTOR_NOT_FOUND');
      const { id, version } = project.connector;
      const known = kept.get(id);
      if (known?.version === version && known.opened.connector.projectId === project.id) {
        return known.opened;
      }
      const connector = await readConnector(db, project, id);
      const opened = { connector, target: openSqlTarget(secrets, connector) };
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(id, { version, opened });
      return opened;
    },
  };
}
