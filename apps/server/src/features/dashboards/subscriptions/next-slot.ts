import type { DashboardSubscription } from '@causeway/contract/dashboards/subscriptions.ts';
import { readSlot } from '#platform/jobs/slots.ts';

type Rhythm = Pick<DashboardSubscription, 'rhythm' | 'weekday' | 'minute'>;

/** The next time it is due, by the clock of the zone: half past eight stays half past eight. */
export function nextSlot({ rhythm, weekday, minute }: Rhythm, timeZone: string, after: Date): Date {
  const days = { daily: '*', weekdays: '1-5', weekly: String(weekday % 7) }[rhythm];
  const line = `${minute % 60} ${Math.floor(minute / 60)} * * ${days}`;
  return readSlot(line, timeZone, after);
}
