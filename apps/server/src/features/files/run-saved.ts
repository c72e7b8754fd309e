import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { RunSaved } from '#platform/queries/saved-run.ts';
import { runOverFiles } from './run.ts';

/** A saved query over the files of a bucket. */
export const runSavedOverFiles: RunSaved = async (
  services,
  { sql, bindings, rowLimit, ...call },
) => {
  const { db, actor, signal } = call;
  if (!can(actor.project.role, 'storage.read')) throw new Failure('E_FORBIDDEN');
  const opened = await services.openedConnectors.s3(db, actor.project);
  const { fields, pages, hasMore } = await runOverFiles(services, {
    db,
    actor,
    opened,
    signal,
    body: { sql, bindings, rowLimit },
  });
  return { fields, rows: joined(pages), hasMore };
};

function joined(pages: Buffer[]): Buffer {
  const comma = Buffer.from(',');
  return Buffer.concat(pages.flatMap((page, place) => (place === 0 ? [page] : [comma, page])));
}
