import type { z } from 'zod';

type Checked<Schema extends z.ZodType> =
  | { success: true; data: z.output<Schema> }
  | { success: false; issues: z.core.$ZodIssue[] };

/**
 * Whether what a stranger sent has the shape. A schema that fails over a value instead of refusing
 * it (`{length: {toString: 'x'}}` where a text is expected throws as soon as it is compared) has
 * refused it all the same: it is the value that is wrong.
 */
export function checkShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Checked<Schema> {
  try {
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed : { success: false, issues: parsed.error.issues };
  } catch {
    // A value that a schema can not even compare does not fit it.
    return { success: false, issues: [{ code: 'custom', path: [], message: 'Invalid input' }] };
  }
}
