import { asText } from '@causeway/contract/automations/expressions.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { Failure } from '@causeway/contract/errors.ts';

/**
 * Light steps run where everybody else's requests are answered, on values that their author sized:
 * what one of them compares, copies and writes out is counted, and ends where others would notice.
 * Counting is in characters; whatever else is done counts as what it costs beside them.
 */
const MOST_A_STEP = 20_000_000;
/** A value as it is kept with the run. */
const LARGEST_VALUE = 5_000_000;
/** All values that a run keeps. */
const MOST_A_RUN = 32_000_000;

export const EACH = 8;

let left = Number.POSITIVE_INFINITY;

/** Only what is over in the same turn can be counted this way. */
export function withinLimits<Result>(work: () => Result): Result {
  const outer = left;
  left = MOST_A_STEP;
  try {
    return work();
  } finally {
    left = outer;
  }
}

export function count(effort: number): void {
  left -= effort;
  if (left < 0) throw new Failure('E_RUN_BUDGET', runMessage('tooMuchWork'));
}

export function textOf(value: unknown): string {
  const text = asText(value);
  count(text.length + EACH);
  return text;
}

/** What a run keeps, measured as it is written, so what is named twice counts twice. */
export function keepWithin(kept: { size: number }, value: unknown): void {
  const size = sizeOf(value, LARGEST_VALUE);
  if (size > LARGEST_VALUE) {
    throw new Failure('E_RESULT_TOO_LARGE', runMessage('stepTooLarge'));
  }
  kept.size += size;
  if (kept.size > MOST_A_RUN) {
    throw new Failure('E_RUN_BUDGET', runMessage('runTooLarge'));
  }
}

/** Stops counting a little above the limit. */
function sizeOf(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (value === null || typeof value !== 'object') return 5;
  let size = 2;
  if (Array.isArray(value)) {
    for (const inner of value) {
      size += 1 + sizeOf(inner, limit - size);
      if (size > limit) return size;
    }
    return size;
  }
  for (const [key, inner] of Object.entries(value)) {
    size += key.length + 4 + sizeOf(inner, limit - size);
    if (size > limit) return size;
  }
  return size;
}
