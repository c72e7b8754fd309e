import { CronExpressionParser, type CronFieldCollection } from 'cron-parser';
import { Failure } from '@causeway/contract/errors.ts';
import { findSlot } from '#platform/jobs/slots.ts';

/** When a schedule fires next after a moment; refuses what never would. */
export function nextSlot(cron: string, zone: string, after: Date): Date {
  return slotsAfter(cron, zone, after, 1)[0] ?? refuseNever(cron);
}

export function slotsAfter(cron: string, zone: string, after: Date, count: number): Date[] {
  if (!isZone(zone)) {
    throw new Failure('E_CRON_INVALID', `There is no time zone '${zone}'.`, { reason: 'zone' });
  }
  if (!canCome(parse(cron, zone, after).fields)) return refuseNever(cron);
  const slots: Date[] = [];
  while (slots.length < count) {
    slots.push(findSlot(cron, zone, slots.at(-1) ?? after) ?? refuseNever(cron));
  }
  return slots;
}

function parse(cron: string, zone: string, after: Date) {
  const fields = cron.trim().split(/\s+/);
  if (fields.length < 5 || fields.length > 6) return refuseUnreadable(cron);
  try {
    return CronExpressionParser.parse(cron, { tz: zone, currentDate: after });
  } catch (error) {
    // The parser throws plain errors, all of them about what was written.
    const isNever = (error as Error).message.startsWith('Invalid explicit day of month');
    return isNever ? refuseNever(cron) : refuseUnreadable(cron);
  }
}

/** The parser looks for a 31st of June day by day, for years, with everybody waiting. */
function canCome({ dayOfMonth, dayOfWeek, month }: CronFieldCollection): boolean {
  if (!dayOfWeek.isWildcard || dayOfMonth.hasLastChar) return true;
  const longest = Math.max(...month.values.map((number) => LONGEST_MONTHS[number - 1] ?? 0));
  return dayOfMonth.values.some((day) => Number(day) <= longest);
}

const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function refuseUnreadable(cron: string): never {
  const message = `'${cron}' is no cron expression: five fields are wanted, such as 0 9 * * 1-5.`;
  throw new Failure('E_CRON_INVALID', message, { reason: 'unreadable' });
}

function refuseNever(cron: string): never {
  const message = `'${cron}' names no moment that ever comes.`;
  throw new Failure('E_CRON_INVALID', message, { reason: 'never' });
}

export function isZone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
