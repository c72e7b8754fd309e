import { securityFollowers } from '#domain/identity/security-query.ts';
import type { Feature } from '#platform/navigation/feature.ts';

export const account: Feature = {
  pages: [
    {
      path: '/account',
      texts: 'account',
      load: () => import('./account-page.tsx'),
      listed: { name: { en: 'Account', de: 'Konto' }, icon: 'user' },
    },
    {
      path: '/account/personal',
      texts: 'account',
      load: () => import('./personal-page.tsx'),
      listed: { name: { en: 'Personal settings', de: 'Persönliche Einstellungen' }, icon: 'user' },
    },
    {
      path: '/account/security',
      texts: ['account', 'identity'],
      load: () => import('./security-page.tsx'),
      listed: { name: { en: 'Security', de: 'Sicherheit' }, icon: 'key' },
    },
    {
      path: '/account/workspaces',
      texts: 'account',
      load: () => import('./workspaces-page.tsx'),
      listed: { name: { en: 'Workspaces', de: 'Arbeitsbereiche' }, icon: 'building' },
    },
  ],
  followers: [securityFollowers],
};
