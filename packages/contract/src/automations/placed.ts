import { z } from 'zod';

/** How expressions, edges and the history call it: `find_customers`. */
export const slug = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'A small letter, then small letters, digits and underscores');

const coordinate = z.number().min(-1_000_000).max(1_000_000);

/** What every thing on the canvas has. */
export const placed = {
  id: slug,
  /** Empty where it is called by its kind. */
  title: z.string().trim().max(120).default(''),
  position: z.object({ x: coordinate, y: coordinate }).default({ x: 0, y: 0 }),
};

/** A text with `{{ expressions }}` in it. */
export const text = z.string().max(20_000);

/** Any JSON whose texts may hold expressions. */
export const anyValue = z.unknown().refine(isModest, 'This has too many values in it.').optional();

/** What every step that can fail has. */
export const step = {
  ...placed,
  /** Tried again so often, waiting longer each time, before it counts as failed. */
  retry: z
    .strictObject({
      times: z.number().int().min(0).max(20).default(0),
      seconds: z.number().min(0).max(3_600).default(5),
    })
    .prefault({}),
  /** Once it has failed: end the run, go on without it, or leave by the port `error`. */
  onError: z.enum(['stop', 'continue', 'route']).default('stop'),
  /** After a crash nobody knows whether it took effect; `usual` repeats what only reads, else asks. */
  inDoubt: z.enum(['usual', 'retry', 'ask', 'skip']).default('usual'),
};

const MOST_VALUES = 5_000;

function isModest(value: unknown): boolean {
  const open = [value];
  let count = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    count += 1;
    if (count > MOST_VALUES) return false;
    if (typeof next === 'object' && next !== null) {
      for (const inner of Object.values(next)) open.push(inner ?? null);
    }
  }
  return true;
}
