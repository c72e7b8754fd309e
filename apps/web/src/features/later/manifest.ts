import type { Feature } from '#platform/navigation/feature.ts';
import type { LaterArea } from './later-page.tsx';

// Areas that are not built into this version stand at their addresses and say so.

export const settingsLater: Feature = {
  pages: [
    {
      path: '/settings/usage',
      kind: 'scoped',
      texts: 'later',
      tabs: [{ area: 'settings', place: 6, name: { en: 'Usage', de: 'Nutzung' } }],
      load: later('projectUsage'),
      listed: { name: { en: 'Usage', de: 'Nutzung' }, icon: 'gauge', sidebar: ['team', 4] },
    },
  ],
};

export const accountLater: Feature = {
  pages: [
    {
      path: '/account/usage',
      texts: 'later',
      tabs: [{ area: 'account', place: 6, name: { en: 'Usage', de: 'Nutzung' } }],
      load: later('accountUsage'),
      listed: { name: { en: 'Account usage', de: 'Kontonutzung' }, icon: 'gauge' },
    },
    {
      path: '/account/billing',
      texts: 'later',
      tabs: [{ area: 'account', place: 7, name: { en: 'Billing', de: 'Abrechnung' } }],
      load: later('billing'),
      listed: { name: { en: 'Billing', de: 'Abrechnung' }, icon: 'creditCard' },
    },
  ],
};

function later(area: LaterArea) {
  return async () => {
    const { createLaterPage } = await import('./later-page.tsx');
    return { default: createLaterPage(area) };
  };
}
