import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { listConnectors } from '#platform/connectors/stored.ts';
import type { SavedRunner } from '#platform/queries/saved-run.ts';
import { runOverFiles } from './run.ts';

/** A saved query over the files of a bucket. */
export const savedOverFiles: SavedRunner = {
  // Whoever may read a bucket reads all of it. A statement may join databases of the project, though,
  // which are read with the rights and scopes of who asks, as the role they name today.
  admit: async (_services, { db, actor }) => {
    refuseStrangers(actor);
    const { project, scopes } = actor;
    const rights = can(project.role, 'sql.write') ? 'writer' : 'reader';
    const databases = (await listConnectors(db, project))
      .filter(({ implementation }) => implementation === 'sql')
      .map(({ id, updatedAt }) => [id, updatedAt]);
    return JSON.stringify([project.connector?.version, rights, scopes?.toSorted(), databases]);
  },
  run: async (services, { sql, bindings, rowLimit, db, actor, signal }) => {
    refuseStrangers(actor);
    const opened = await services.openedConnectors.s3(db, actor.project);
    const { fields, pages, hasMore } = await runOverFiles(services, {
      db,
      actor,
      opened,
      signal,
      body: { sql, bindings, rowLimit },
    });
    return { fields, rows: joined(pages), hasMore };
  },
};

function refuseStrangers({ project }: ProjectActor): void {
  if (!can(project.role, 'storage.read')) throw new Failure('E_FORBIDDEN');
}

function joined(pages: Buffer[]): Buffer {
  const comma = Buffer.from(',');
  return Buffer.concat(pages.flatMap((page, place) => (place === 0 ? [page] : [comma, page])));
}
