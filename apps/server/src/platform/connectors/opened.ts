import { can } from '@causeway/contract/access.ts';
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
  /** As the role of readers, where there is one and the caller or the connector may only read. */
  sql(db: Db, project: AuthorizedProject): Promise<OpenedSql>;
  s3(db: Db, project: AuthorizedProject): Promise<OpenedS3>;
  any(db: Db, project: AuthorizedProject): Promise<Sealed>;
};

const MOST_KEPT = 500;

export function createOpenedConnectors(secrets: Secrets): OpenedConnectors {
  const openSql = remember((connector) => openSqlTarget(secrets, connector));
  return {
    sql: async (db, project) => {
      return openedFor(project, await openSql(db, project));
    },
    s3: remember((connector) => openS3Target(secrets, connector)),
    any: remember(() => undefined),
  };
}

/** A connector that was found by other ways than the call itself names. */
export function openFor(
  secrets: Secrets,
  project: AuthorizedProject,
  connector: StoredConnector,
): OpenedSql {
  return openedFor(project, { connector, target: openSqlTarget(secrets, connector) });
}

function openedFor(project: AuthorizedProject, opened: OpenedSql): OpenedSql {
  return readerRoleFor(project, opened.connector) === undefined ? opened : asReader(opened);
}

/** The role somebody works as; undefined where they have all that the connector may read. */
export function readerRoleFor(
  { role }: AuthorizedProject,
  { settings }: Pick<StoredConnector, 'settings'>,
): string | undefined {
  const mayWrite = can(role, 'sql.write') && !settings.readOnly;
  return mayWrite ? undefined : settings.readerRole;
}

const readers = new WeakMap<OpenedSql, OpenedSql>();

/**
 * For who may only read: where the connector names a role of the database that reads and nothing else,
 * all of theirs runs as that role. Then the database itself is the first wall, and our parser the second.
 */
export function asReader(opened: OpenedSql): OpenedSql {
  const { readerRole } = opened.connector.settings;
  if (readerRole === undefined) return opened;
  const known = readers.get(opened);
  if (known) return known;
  const reader = { ...opened, target: { ...opened.target, readerRole } };
  readers.set(opened, reader);
  readers.set(reader, reader);
  return reader;
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
