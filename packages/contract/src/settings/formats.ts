import { z } from 'zod';
import { isTimeZone } from '../time-zones.ts';

/** `exact` as the database writes them, `region` as one writes them where the reader lives, `iso` year first. */
export const dateStyles = ['exact', 'region', 'iso'] as const;

/** How dates and times are written for a person. */
export const userFormats = z.object({
  /** Null is the clock of the browser. */
  timeZone: z.string().max(100).refine(isTimeZone).nullable(),
  dates: z.enum(dateStyles),
});
export type UserFormats = z.infer<typeof userFormats>;

export const defaultFormats: UserFormats = { timeZone: null, dates: 'exact' };

export const formatsChange = userFormats.partial();

/** A change names only what it changes. */
export function changeFormats(
  { timeZone, dates }: UserFormats,
  change: z.infer<typeof formatsChange>,
): UserFormats {
  return {
    timeZone: change.timeZone === undefined ? timeZone : change.timeZone,
    dates: change.dates ?? dates,
  };
}

const storedFields = z.record(z.string(), z.unknown());

/** A time zone that no runtime knows any more does not take the rest along. */
export function readFormats(stored: unknown): UserFormats {
  const fields = storedFields.safeParse(stored).data ?? {};
  return {
    timeZone: userFormats.shape.timeZone.safeParse(fields['timeZone']).data ?? null,
    dates: userFormats.shape.dates.safeParse(fields['dates']).data ?? defaultFormats.dates,
  };
}
