import { billingFollowers } from '#domain/billing/standing-query.ts';
import type { Feature } from '#platform/navigation/feature.ts';

/** Two places: what a project used stands among its settings, everything else in the account. */
export const projectUsage: Feature = {
  pages: [
    {
      path: '/settings/usage',
      kind: 'scoped',
      texts: ['billing', 'plans'],
      tabs: [{ area: 'settings', place: 6, name: { en: 'Usage', de: 'Nutzung' } }],
      load: () => import('./project-usage-page.tsx'),
      listed: { name: { en: 'Usage', de: 'Nutzung' }, icon: 'gauge', sidebar: ['team', 4] },
    },
  ],
};

export const billing: Feature = {
  pages: [
    {
      path: '/account/usage',
      texts: ['billing', 'plans'],
      tabs: [{ area: 'account', place: 6, name: { en: 'Usage', de: 'Nutzung' } }],
      load: () => import('./usage-page.tsx'),
      listed: { name: { en: 'Account usage', de: 'Kontonutzung' }, icon: 'gauge' },
    },
    {
      path: '/account/billing',
      texts: ['billing', 'plans'],
      tabs: [{ area: 'account', place: 7, name: { en: 'Billing', de: 'Abrechnung' } }],
      load: () => import('./billing-page.tsx'),
      listed: { name: { en: 'Billing', de: 'Abrechnung' }, icon: 'creditCard' },
    },
  ],
  followers: [billingFollowers],
};
