/** 1 is Monday. */
export function weekdayName(day: number, language: string): string {
  // The first of January 2024 was one.
  const date = new Date(Date.UTC(2024, 0, day));
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(date);
}
