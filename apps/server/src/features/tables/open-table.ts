import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import type { Trust } from '#platform/connectors/sql/catalog.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { refuseSystemTables } from '#platform/connectors/sql/reading.ts';
import type { Ending } from '#platform/ledger/recording.ts';
import type { Claim } from '#platform/operations/context.ts';
import type { Services } from '#platform/services.ts';

/** A table of a database that was opened for the actor. */
export type TableCall = {
  opened: OpenedSql;
  table: CatalogTable;
  actor: ProjectActor;
  signal: AbortSignal;
  /** Of a write that is recorded. */
  claim?: Claim | undefined;
};

/** What a handler hands on of what it was given. */
export type TableRequest = {
  opened: OpenedSql;
  actor: ProjectActor;
  signal: AbortSignal;
  params: { table: string };
  claim?: Claim | undefined;
};

/** How every route comes to its table: what the catalog knows of it. */
export function createTableOpener(services: Services) {
  const { sqlCatalog } = services;

  async function openTable(
    { opened, actor, signal, params, claim }: TableRequest,
    { schema }: { schema: string },
    trust: Trust,
  ): Promise<TableCall> {
    await refuseSystemTables(services, { opened, actor }, schema);
    const name = { schema, table: params.table };
    const table = await sqlCatalog.readTable(opened.target, name, trust);
    return { opened, table, actor, signal, claim };
  }

  return {
    openTable,

    /**
     * Pages are read with what was remembered of the table. Where the database then knows no such
     * column or table, it was changed meanwhile: once more, with what it is now.
     */
    reading: async <Answer>(
      request: TableRequest,
      sent: { schema: string },
      read: (table: TableCall) => Promise<Answer>,
    ): Promise<Answer> => {
      try {
        return await read(await openTable(request, sent, 'recent'));
      } catch (error) {
        if (!isOutdated(error)) throw error;
        return read(await openTable(request, sent, 'anew'));
      }
    },

    /** The table as it is now; and where the write has a claim, no write before that is ours. */
    writing: async <Answer>(
      request: TableRequest,
      sent: { schema: string },
      write: (table: TableCall) => Promise<Answer>,
    ): Promise<Answer> => {
      const opening = openTable(request, sent, 'checked');
      const [table] = await Promise.all([opening, request.claim?.isOurs]);
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

/** A recorded write is closed while its answer is being remembered, or with it. */
export function endingBeside({ claim }: TableCall): Ending {
  return claim ? { beside: claim.beside, along: claim.along } : {};
}
