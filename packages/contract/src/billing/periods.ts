/** The months somebody pays for, half open. */
export type Period = { start: Date; end: Date };

/**
 * The k-th month after an anchor begins on the anchor's own day, or on the last day of a month that
 * has none: 31 January, 28 February, 31 March.
 */
export function monthsAfter(anchor: Date, months: number): Date {
  const month = anchor.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const begin = new Date(anchor);
  begin.setUTCFullYear(anchor.getUTCFullYear(), month, Math.min(anchor.getUTCDate(), lastDay));
  return begin;
}

export function periodAt(anchor: Date, now: Date): Period & { number: number } {
  let number =
    (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 +
    now.getUTCMonth() -
    anchor.getUTCMonth();
  // By the calendar's months it may be the one before; never further off.
  if (monthsAfter(anchor, number) > now) number -= 1;
  return { number, start: monthsAfter(anchor, number), end: monthsAfter(anchor, number + 1) };
}
