import { z } from 'zod';

/**
 * What a view is narrowed to, as its address says it: `{"f.channel": "web"}`. Kept by alerts,
 * subscriptions and links; a span such as `last-7-days` is counted from the day it is looked at.
 */
const text = z.string().max(500);
export const askedFilters = z
  .record(z.string().startsWith('f.').max(80), z.union([text, z.array(text).max(100)]))
  .refine((asked) => Object.keys(asked).length <= 40, 'Too many filters.');
export type AskedFilters = z.infer<typeof askedFilters>;
