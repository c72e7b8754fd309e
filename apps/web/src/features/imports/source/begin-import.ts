import { importRoutes } from '@causeway/contract/imports/imports.ts';
import type { ImportRecord, ImportSource } from '@causeway/contract/imports/records.ts';
import { api } from '#platform/api/api.ts';
import { keepImport } from '../imports-query.ts';
import { startUpload } from './uploads.ts';

/** Announces an import; a file then leaves on its own, part by part. */
export async function beginImport(
  connectorId: string,
  source: ImportSource,
  file?: Blob,
): Promise<ImportRecord> {
  const record = await api.call(importRoutes.create, {
    body: { connector: { id: connectorId }, source },
  });
  keepImport(connectorId, record);
  if (file) void startUpload(connectorId, record, file);
  return record;
}
