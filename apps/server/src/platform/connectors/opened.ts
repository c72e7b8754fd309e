import { Failure } from '@causeway/contract/errors.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import type { Db } from '#platform/db/database.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import {
  openS3Target,
  openSqlTarget,
  readConnector,
  type S3Target,
  type SqlTarget,
  type StoredConnector,
} from './stored.ts';

/** A connector ready for use. */
export type OpenedSql = { connector: StoredConnector; target: SqlTarget };
export type OpenedS3 = { connector: StoredConnector; target: S3Target };
/** One whose secrets stay sealed: for what is kept about it. */
export type Sealed = { connector: StoredConnector };

/**
 * Connectors whose secrets were opened, kept as long as what is stored stays the same. The check of
 * every request brings the version along, so a change counts at once, on every instance.
 */
export type OpenedConnectors = {
  sql(db: Db, project: AuthorizedProject): Promise<OpenedSql>;
  s3(db: Db, project: AuthorizedProject): Promise<OpenedS3>;
  any(db: Db, project: AuthorizedProject): Promise<Sealed>;
};

const MOST_KEPT = 500;

export function createOpenedConnectors(secrets: Secrets): OpenedConnectors {
  return {
    sql: remember((connector) => openSqlTarget(secrets, connector)),
    s3: remember((connector) => openS3Target(secrets, connector)),
    any: remember(() => undefined),
  };
}

function remember<Target>(open: (connector: StoredConnector) => Target) {
  type Opened = { connector: StoredConnector; target: Target };
  const kept = new Map<string, { version: string; opened: Opened }>();
  return async (db: Db, project: AuthorizedProject): Promise<Opened> => {
    if (!project.connector) throw new Failure('E_CONNECTOR_NOT_FOUND');
    const { id, version } = project.connector;
    const known = kept.get(id);
    if (known?.version === version && known.opened.connector.projectId === project.id) {
      return known.opened;
    }
    const connector = await readConnector(db, project, id);
    const opened = { connector, target: open(connector) };
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(id, { version, opened });
    return opened;
  };
}
