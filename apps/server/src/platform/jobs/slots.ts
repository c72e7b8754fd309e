import { CronExpressionParser } from 'cron-parser';
import { wallTimeIn } from '@causeway/contract/drawing/time-buckets.ts';

/** The next moment a cron expression that can be read names, by the clocks of a zone. */
export function readSlot(cron: string, zone: string, after: Date): Date {
  const slot = findSlot(cron, zone, after);
  if (!slot) throw new Error(`'${cron}' names no moment that ever comes.`);
  return slot;
}

/**
 * Where clocks leave the midnight of a day out, the parser leaves the day out; where they are set back
 * by half an hour, it finds nothing. So the wall clock is asked as well, and the earlier slot counts: a
 * time that clocks leave out is the one they show instead.
 */
export function findSlot(cron: string, zone: string, after: Date): Date | undefined {
  const known = findNext(cron, zone, after);
  const shown = findByWallClock(cron, zone, after);
  return known && shown ? (shown < known ? shown : known) : (known ?? shown);
}

/** Undefined where the parser gave up: it has looked for years, or at clocks it does not understand. */
function findNext(cron: string, tz: string, currentDate: Date): Date | undefined {
  const slots = CronExpressionParser.parse(cron, { tz, currentDate });
  try {
    return slots.next().toDate();
  } catch {
    // The parser throws plain errors, all of them about not having found any.
    return undefined;
  }
}

/** Slots of an hour that clocks show twice: they came the first time. */
const MOST_SHOWN_TWICE = 120;

function findByWallClock(cron: string, zone: string, after: Date): Date | undefined {
  let wall: Date | undefined = new Date(wallTimeIn(after, zone));
  for (let look = 0; look < MOST_SHOWN_TWICE; look += 1) {
    wall = findNext(cron, 'UTC', wall);
    if (!wall) return undefined;
    const slot = instantOf(wall.getTime(), zone);
    if (slot > after.getTime()) return new Date(slot);
  }
  return undefined;
}

const DAY_MS = 86_400_000;

/** When clocks show a time first; of a time they leave out, when they would have. */
function instantOf(wall: number, zone: string): number {
  const offsetAt = (instant: number) => wallTimeIn(new Date(instant), zone) - instant;
  const before = offsetAt(wall - DAY_MS);
  const after = offsetAt(wall + DAY_MS);
  const isShownBefore = offsetAt(wall - before) === before;
  return wall - (isShownBefore || offsetAt(wall - after) !== after ? before : after);
}
