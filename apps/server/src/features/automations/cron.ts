import { CronExpressionParser, type CronFieldCollection } from 'cron-parser';
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
    if (!canCome(slots.fields)) return [refuse(cron)];
    return Array.from({ length: count }, () => slots.next().toDate());
  } catch {
    // The parser throws plain errors, all of them about what was written.
    return [refuse(cron)];
  }
}

/** The parser looks for a 31st of June day by day, for years, with everybody waiting. */
function canCome({ dayOfMonth, dayOfWeek, month }: CronFieldCollection): boolean {
  if (!dayOfWeek.isWildcard || dayOfMonth.hasLastChar) return true;
  const longest = Math.max(...month.values.map((number) => LONGEST_MONTHS[number - 1] ?? 0));
  return dayOfMonth.values.some((day) => Number(day) <= longest);
}

const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

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
