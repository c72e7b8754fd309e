import { z } from 'zod';
import type { Services } from '#platform/services.ts';
import { deleteKeptFile } from './kept-files.ts';
import { deleteOldExports, listSpentFiles } from './queries.ts';

export function defineExportUpkeep({ db, jobs }: Services): void {
  jobs.define({
    name: 'exports.sweep',
    data: z.object({}),
    schedule: '* * * * *',
    run: async () => {
      for (const id of await listSpentFiles(db)) await deleteKeptFile(db, id);
      await deleteOldExports(db);
    },
  });
}
