import { z } from 'zod';
import type { Services } from '#platform/services.ts';
import { takeDueScan } from './schedules.ts';
import { startScan } from './start-scan.ts';

const MOST_AT_ONCE = 200;

/** What looks at databases by itself: every morning. */
export function defineScanUpkeep(services: Services): void {
  services.jobs.define({
    name: 'intelligence.daily',
    data: z.object({}),
    schedule: '* * * * *',
    run: () => startDueScans(services),
  });
}

export async function startDueScans(services: Services): Promise<void> {
  for (let taken = 0; taken < MOST_AT_ONCE; taken += 1) {
    const isMore = await services.db.transaction(async (tx) => {
      const due = await takeDueScan(tx);
      if (due) await startScan(services, tx, { ...due, cause: 'daily' });
      return due !== undefined;
    });
    if (!isMore) return;
  }
}
