import {
  createCredits as createCounting,
  type Credits,
} from '../../apps/server/src/platform/credits/credits.ts';

/** The product's own, except that it counts nothing: what it is measured against. */
export function createCredits(needed: Parameters<typeof createCounting>[0]): Credits {
  return { ...createCounting(needed), count: () => {}, charge: async () => {} };
}
