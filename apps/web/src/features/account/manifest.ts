import { securityFollowers } from '#domain/identity/followers.ts';
import type { Feature } from '#platform/navigation/feature.ts';
import { exportsFollowers } from './exports-followers.ts';

export const account: Feature = {
  pages: [
    {
      path: '/account',
      texts: 'account',
      tabs: [{ area: 'account', place: 1, name: { en: 'Overview', de: 'Übersicht' } }],
      load: () => import('./account-page.tsx'),
      listed: { name: { en: 'Account', de: 'Konto' }, icon: 'user' },
    },
    {
      path: '/account/personal',
      texts: ['account', 'identity'],
      tabs: [{ area: 'account', place: 2, name: { en: 'Personal', de: 'Persönlich' } }],
      load: () => import('./personal-page.tsx'),
      listed: { name: { en: 'Personal settings', de: 'Persönliche Einstellungen' }, icon: 'user' },
    },
    {
      path: '/account/security',
      texts: ['account', 'identity'],
      tabs: [{ area: 'account', place: 3, name: { en: 'Security', de: 'Sicherheit' } }],
      load: () => import('./security-page.tsx'),
      listed: { name: { en: 'Security', de: 'Sicherheit' }, icon: 'key' },
    },
    {
      path: '/account/oidc',
      texts: ['account', 'identity'],
      load: () => import('./provider-page.tsx'),
    },
    {
      path: '/account/workspaces',
      texts: 'account',
      tabs: [{ area: 'account', place: 5, name: { en: 'Workspaces', de: 'Arbeitsbereiche' } }],
      load: () => import('./workspaces-page.tsx'),
      listed: { name: { en: 'Workspaces', de: 'Arbeitsbereiche' }, icon: 'building' },
    },
    {
      path: '/account/data',
      texts: ['account', 'identity'],
      tabs: [{ area: 'account', place: 8, name: { en: 'Your data', de: 'Deine Daten' } }],
      load: () => import('./data-page.tsx'),
      listed: { name: { en: 'Your data', de: 'Deine Daten' }, icon: 'download' },
    },
  ],
  followers: [securityFollowers, exportsFollowers],
};
