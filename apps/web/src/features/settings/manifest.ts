import type { Feature } from '#platform/navigation/feature.ts';

export const settings: Feature = {
  pages: [
    {
      path: '/settings',
      kind: 'scoped',
      texts: 'settings',
      tabs: [{ area: 'settings', place: 1, name: { en: 'Overview', de: 'Übersicht' } }],
      load: () => import('./settings-page.tsx'),
      listed: { name: { en: 'Project settings', de: 'Projekteinstellungen' }, icon: 'settings' },
    },
    {
      path: '/settings/general',
      kind: 'scoped',
      // A public link says what it is fixed to in the words of dashboards.
      texts: ['settings', 'dashboards'],
      tabs: [{ area: 'settings', place: 2, name: { en: 'General', de: 'Allgemein' } }],
      load: () => import('./general-page.tsx'),
      listed: {
        name: { en: 'General settings', de: 'Allgemeine Einstellungen' },
        icon: 'tools',
        sidebar: ['team', 5],
      },
    },
  ],
};
