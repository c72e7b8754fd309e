import { z } from 'zod';
import type { Services } from '#platform/services.ts';
import { deleteKeptFile } from './kept-files.ts';
import {
  deleteOldExports,
  failSilentExports,
  listSpentFiles,
  requeueSilentExports,
} from './queries.ts';
import { keepJob } from './to-kept.ts';

/** Exports whose worker fell silent: kept files are begun anew by another, the rest have failed. */
export async function reviveExports({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  await db.transaction(async (tx) => {
    for (const exportId of await requeueSilentExports(tx)) {
      await jobs.enqueue(tx, keepJob, { exportId });
    }
  });
  await failSilentExports(db);
}

export function defineExportUpkeep(services: Services): void {
  const { db, jobs } = services;
  jobs.define({
    name: 'exports.sweep',
    data: z.object({}),
    schedule: '* * * * *',
    run: async () => {
      await reviveExports(services);
      for (const id of await listSpentFiles(db)) await deleteKeptFile(db, id);
      await deleteOldExports(db);
    },
  });
}
