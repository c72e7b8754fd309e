/** Whether a name is one of the world's time zones, as every runtime knows them. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Which day it is there at a moment: 2026-03-29. */
export function dayIn(zone: string, moment: Date): string {
  return new Date(wallClock(zone, moment)).toISOString().slice(0, 10);
}

/** When a day begins there, whatever its clock did that night. */
export function startOfDay(zone: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let start = midnight;
  // The distance to UTC is that of the moment looked for, which the first guess may miss by an hour.
  for (let round = 0; round < 2; round += 1) {
    start = midnight - (wallClock(zone, new Date(start)) - start);
  }
  // Where a night has no midnight, the day begins with the hour after it.
  return dayIn(zone, new Date(start)) < day ? new Date(start + HOUR) : new Date(start);
}

const HOUR = 3_600_000;

/** What a clock there shows, read as if it were one of UTC. */
function wallClock(zone: string, moment: Date): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(moment);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const day = Date.UTC(read('year'), read('month') - 1, read('day'));
  return day + read('hour') * HOUR + read('minute') * 60_000 + read('second') * 1_000;
}
