import { z } from 'zod';

/**
 * A filter of a dashboard gives its value to the parameter of the same name in every query that has
 * one: `:channel`. A span of days gives two, `:period_from` and `:period_to`, the second being the
 * day after the last one. Without a value they are NULL.
 */
export const filterTypes = ['text', 'number', 'boolean', 'dates'] as const;
export type FilterType = (typeof filterTypes)[number];

/** As a parameter is named in SQL. */
function isSlug(text: string): boolean {
  return [...text].every(
    (sign, at) =>
      (sign >= 'a' && sign <= 'z') || sign === '_' || (at > 0 && sign >= '0' && sign <= '9'),
  );
}

export const dashboardFilter = z.object({
  slug: z
    .string()
    .min(1)
    .max(60)
    .refine(isSlug, 'Small letters, digits and _; it begins with a letter.'),
  label: z.string().trim().min(1).max(100),
  type: z.enum(filterTypes),
  /** What can be chosen; empty where anything can be typed. */
  options: z.array(z.string().max(200)).max(200),
  /** Where the address says nothing. Empty is no value. */
  initial: z.string().max(200),
});
export type DashboardFilter = z.infer<typeof dashboardFilter>;

export const dashboardFilters = z
  .array(dashboardFilter)
  .max(30)
  .refine(
    (filters) => new Set(filters.map(({ slug }) => slug)).size === filters.length,
    'A filter is twice.',
  );

/** The parameters a filter has a value for. */
export function parameterNames({ slug, type }: Pick<DashboardFilter, 'slug' | 'type'>): string[] {
  return type === 'dates' ? [`${slug}_from`, `${slug}_to`] : [slug];
}
