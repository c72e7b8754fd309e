import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import type { SavedRunner } from '#platform/queries/saved-run.ts';
import { runOverFiles } from './run.ts';

/** A saved query over the files of a bucket. */
export const savedOverFiles: SavedRunner = {
  // Whoever may read a bucket reads all of it.
  admit: async (_services, { actor }) => {
    refuseStrangers(actor);
    return JSON.stringify([actor.project.connector?.version]);
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
