import { z } from 'zod';
import { id } from '../route.ts';

/**
 * A filter of a dashboard gives its value to the parameter of the same name in every query that has
 * one: `:channel`. A span of days gives two, `:period_from` and `:period_to`, the second being the
 * day after the last one, and so does a range of numbers, whose ends count. Without a value they are
 * NULL. Where the query names a column, `:channel(o.channel)`, the filter is a condition on it: then
 * several values and "is empty" can be asked for too.
 */
export const filterTypes = ['text', 'number', 'numbers', 'boolean', 'dates'] as const;
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
  /** More than one of them. */
  isMany: z.boolean().optional(),
  /** "Is empty" is a choice too. */
  hasEmpty: z.boolean().optional(),
  /** Nothing is asked before it has a value. */
  isRequired: z.boolean().optional(),
  /**
   * What can be chosen is what a saved query finds in its first column. Where that query names other
   * filters, the choices depend on them.
   */
  optionsFrom: z.object({ queryId: id }).optional(),
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

/** A range is one value, and of yes and no one is asked for. */
export function takesMany({ type, isMany }: Pick<DashboardFilter, 'type' | 'isMany'>): boolean {
  return isMany === true && (type === 'text' || type === 'number');
}

/** Anything can be typed into it, which can be used to guess what is not shown. */
export function isTypedInto({
  type,
  options,
  optionsFrom,
}: Pick<DashboardFilter, 'type' | 'options' | 'optionsFrom'>): boolean {
  if (type === 'numbers') return true;
  if (type === 'number') return options.length === 0;
  return type === 'text' && options.length === 0 && optionsFrom === undefined;
}

/** The parameters a filter has a value for. */
export function parameterNames({ slug, type }: Pick<DashboardFilter, 'slug' | 'type'>): string[] {
  return type === 'dates' || type === 'numbers' ? [`${slug}_from`, `${slug}_to`] : [slug];
}
