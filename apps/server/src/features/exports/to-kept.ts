import { Failure } from '@causeway/contract/errors.ts';
import { findConnectorById } from '#platform/connectors/stored.ts';
import type { Services } from '#platform/services.ts';
import { defineExportJob, endWhenWritten, exportJob } from './export-job.ts';
import { deleteKeptFile, keepFile } from './kept-files.ts';
import { type OpenedExport, openExport } from './open-export.ts';
import type { StoredExport } from './queries.ts';
import { openPlanned } from './source.ts';

export const keepJob = exportJob('exports.keep');

export function defineKeepJob(services: Services): void {
  defineExportJob(services, {
    job: keepJob,
    open: (stored, signal) => keep(services, stored, signal),
    isHandedOn: true,
  });
}

async function keep(
  { db, databases, secrets }: Services,
  stored: StoredExport,
  signal: AbortSignal,
): Promise<OpenedExport> {
  const connector = await findConnectorById(db, stored.connectorId);
  if (!connector) throw new Failure('E_CONNECTOR_NOT_FOUND');
  await deleteKeptFile(db, stored.id, stored.attempt);
  const { planned: source, file } = stored;
  const opened = await openExport(databases, openPlanned(secrets, connector, source), {
    source,
    file,
    signal,
  });
  return endWhenWritten(opened, keepFile(db, stored, opened.body, signal));
}
