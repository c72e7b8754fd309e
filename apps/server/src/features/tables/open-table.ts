import { Failure } from '@causeway/contract/errors.ts';
import type { SentConnector } from '@causeway/contract/sql.ts';
import type { AuthorizedProject } from '#platform/access/caller.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import { checkSentConnector, refuseSecretsInUrl } from '#platform/connectors/sent.ts';
import type { CatalogTable, Trust } from '#platform/connectors/sql/catalog.ts';
import type { Db } from '#platform/db/database.ts';
import type { Services } from '#platform/services.ts';

/** A table of a database that was opened for the caller. */
export type TableCall = {
  opened: OpenedSql;
  table: CatalogTable;
  project: AuthorizedProject;
  signal: AbortSignal;
};

export type TableRequest = {
  db: Db;
  project: AuthorizedProject;
  signal: AbortSignal;
  params: { table: string };
};
export type Sent = { connector: SentConnector; schema: string };

/** How every route comes to its table: the stored connector, then what the catalog knows of the table. */
export function createTableOpener({ sqlCatalog, openedConnectors }: Services) {
  async function open(
    { db, project }: Pick<TableRequest, 'db' | 'project'>,
    connector: SentConnector,
  ): Promise<OpenedSql> {
    const opened = await openedConnectors.sql(db, project);
    checkSentConnector(opened.connector, connector);
    return opened;
  }

  async function openTable(
    request: TableRequest,
    { connector, schema }: Sent,
    trust: Trust,
  ): Promise<TableCall> {
    const opened = await open(request, connector);
    const name = { schema, table: request.params.table };
    const table = await sqlCatalog.readTable(opened.target, name, trust);
    return { opened, table, project: request.project, signal: request.signal };
  }

  return {
    open,
    openTable,

    /**
     * Pages are read with what was remembered of the table. Where the database then knows no such
     * column or table, it was changed meanwhile: once more, with what it is now.
     */
    reading: async <Answer>(
      request: TableRequest,
      sent: Sent,
      read: (table: TableCall) => Promise<Answer>,
    ): Promise<Answer> => {
      refuseSecretsInUrl(sent.connector);
      try {
        return await read(await openTable(request, sent, 'recent'));
      } catch (error) {
        if (!isOutdated(error)) throw error;
        return read(await openTable(request, sent, 'anew'));
      }
    },

    writing: async <Answer>(
      request: TableRequest,
      sent: Sent,
      write: (table: TableCall) => Promise<Answer>,
    ): Promise<Answer> => {
      const table = await openTable(request, sent, 'checked');
      if (table.opened.connector.settings.readOnly) throw new Failure('E_CONNECTOR_READ_ONLY');
      return write(table);
    },
  };
}

function isOutdated(error: unknown): boolean {
  return (
    error instanceof Failure &&
    (error.code === 'E_TABLE_NOT_FOUND' || error.code === 'E_COLUMN_NOT_FOUND')
  );
}
