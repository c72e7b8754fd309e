import { CronExpressionParser } from 'cron-parser';
import { Failure } from '@causeway/contract/errors.ts';

/** When a schedule fires next after a moment; refuses what never would. */
export function nextSlot(cron: string, zone: string, after: Date): Date {
  return slotsAfter(cron, zone, after, 1)[0] ?? refuse(cron);
}

export function slotsAfter(cron: string, zone: string, after: Date, count: number): Date[] {
  if (!isZone(zone)) throw new Failure('E_CRON_INVALID', `There is no time zone '${zone}'.`);
  const fields = cron.trim().split(/\s+/);
  if (fields.length < 5 || fields.length > 6) return [refuse(cron)];
  try {
    const slots = CronExpressionParser.parse(cron, { tz: zone, currentDate: after });
    return Array.from({ length: count }, () => slots.next().toDate());
  } catch {
    return [refuse(cron)];
  }
}

function refuse(cron: string): never {
  throw new Failure('E_CRON_INVALID', `'${cron}' names no moment that ever comes.`);
}

export function isZone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
