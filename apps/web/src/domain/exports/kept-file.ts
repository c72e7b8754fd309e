import { exportRoutes } from '@causeway/contract/exports.ts';
import { api } from '#platform/api/api.ts';
import { saveFrom } from './save-from.ts';

/** Lets the browser save a kept file, which is there already: it shows how far it is by itself. */
export async function fetchKept(connectorId: string, exportId: string): Promise<void> {
  const { downloadPath } = await api.call(exportRoutes.ticket, {
    params: { exportId },
    query: { connector: { id: connectorId } },
  });
  saveFrom(downloadPath);
}
