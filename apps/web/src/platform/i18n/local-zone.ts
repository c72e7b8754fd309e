/** The time zone this browser lives in: what somebody means by nine o'clock. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
