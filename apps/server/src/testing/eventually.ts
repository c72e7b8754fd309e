import { vi } from 'vitest';

/** For what a limit of the product would end as well, half a minute after it began. */
export const BEFORE_THE_LIMIT_MS = 25_000;

/** Waits until a check no longer throws. That a machine is busy is no failure: so it is patient. */
export function eventually<Result>(
  check: () => Result | Promise<Result>,
  timeout = 100_000,
): Promise<Result> {
  return vi.waitFor(check, { timeout, interval: 25 });
}
