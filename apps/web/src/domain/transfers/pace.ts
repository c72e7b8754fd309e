type Paced = { startedAt: string | null; done: number; total: number | null };
export type Pace = { perSecond: number; secondsLeft: number | null; share: number | null };

/** Too early, and one slow or quick moment would tell a wrong story. */
const FIRST_LOOK_MS = 1_500;

/** How fast something goes since it started, and when it will be over if it goes on like that. */
export function findPace({ startedAt, done, total }: Paced, now = Date.now()): Pace | undefined {
  const elapsed = startedAt === null ? 0 : now - Date.parse(startedAt);
  if (elapsed < FIRST_LOOK_MS || done === 0) return undefined;
  const perSecond = done / (elapsed / 1000);
  // An estimate may be too small: then nobody knows how much is left.
  const isKnown = total !== null && total > 0 && done <= total;
  return {
    perSecond,
    secondsLeft: isKnown ? (total - done) / perSecond : null,
    share: isKnown ? done / total : null,
  };
}
