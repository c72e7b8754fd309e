/** 1 is Monday. */
export function weekdayName(
  day: number,
  language: string,
  weekday: 'long' | 'short' = 'long',
): string {
  // The first of January 2024 was one.
  const date = new Date(Date.UTC(2024, 0, day));
  return new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(date);
}

/** From Monday on, as short as they stand beside a picture. */
export function shortWeekdays(language: string): string[] {
  return [1, 2, 3, 4, 5, 6, 7].map((day) => weekdayName(day, language, 'short'));
}
