import { z } from 'zod';
import type { Services } from '#platform/services.ts';
import { deleteOldImports } from './queries.ts';

export function defineImportUpkeep({ db, jobs }: Services): void {
  jobs.define({
    name: 'imports.upkeep',
    data: z.object({}),
    schedule: '* * * * *',
    run: () => deleteOldImports(db),
  });
}
