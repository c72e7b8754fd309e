import type { UserFormats } from '@causeway/contract/settings/formats.ts';
import { isTimeZone } from '@causeway/contract/time-zones.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';

/** By which clock instants become days: the one they are written by everywhere else. */
export function useCalendarZone(ofDatabase: string): string {
  return calendarZone(useCurrentUser().formats, ofDatabase);
}

export function calendarZone(formats: UserFormats, ofDatabase: string): string {
  if (formats.timeZone !== null) return formats.timeZone;
  // As the database writes them, unless the reader wants them as the browser does. It may have a zone of
  // its own making.
  const usual = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return formats.dates === 'exact' && isTimeZone(ofDatabase) ? ofDatabase : usual;
}
