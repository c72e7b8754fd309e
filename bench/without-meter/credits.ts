import {
  createCredits as createCounting,
  type Credits,
} from '../../apps/server/src/platform/credits/credits.ts';

/**
 * The product's own, except that a signal makes it count nothing, and the next one count again: so
 * both are measured in one process, whose compiled code and memory are the same for both.
 */
export function createCredits(needed: Parameters<typeof createCounting>[0]): Credits {
  const counting = createCounting(needed);
  let counts = true;
  process.on('SIGUSR2', () => {
    counts = !counts;
  });
  return {
    ...counting,
    count: (use) => {
      if (counts) counting.count(use);
    },
    meterOf: (use) => {
      const meter = counting.meterOf(use);
      return (quantity) => {
        if (counts) meter(quantity);
      };
    },
    charge: async (tx, uses) => {
      if (counts) await counting.charge(tx, uses);
    },
  };
}
