/**
 * Every check there is, by what it is about. A new one is added here first, and gets its sentences in
 * `texts.ts`: what is not in the list can't be found.
 */
export const checkCatalogue = {
  quality: [
    'gaps',
    'constant',
    'duplicates',
    'double-rows',
    'outlier',
    'time-travel',
    'time-order',
    'sign',
    'mixed-forms',
    'spelling',
    'letters',
    'lost-references',
    'lonely-state',
    'sums-apart',
    'skew',
    'personal',
  ],
  change: ['unusual-day', 'late'],
  schema: [
    'key-without-index',
    'same-index',
    'unused-index',
    'broken-index',
    'missing-index',
    'no-key',
    'running-out',
    'behind',
    'risky-types',
    'unproven',
    'waste',
    'transaction-age',
  ],
  cost: ['slow'],
  security: ['powerful-role', 'public-grants', 'row-security-off', 'row-security-missing'],
  drift: ['drift'],
} as const;

export type CheckArea = keyof typeof checkCatalogue;
export type Check = (typeof checkCatalogue)[CheckArea][number];

export const checkAreas = Object.keys(checkCatalogue) as [CheckArea, ...CheckArea[]];
export const checks = Object.values(checkCatalogue).flat() as [Check, ...Check[]];

export function areaOf(check: Check): CheckArea {
  return checkAreas.find((area) => (checkCatalogue[area] as readonly Check[]).includes(check))!;
}

/** critical: will fail, or leaks. high: numbers are wrong. info is never mailed. */
export const severities = ['critical', 'high', 'medium', 'info'] as const;
export type Severity = (typeof severities)[number];
