import type { Feature } from '#platform/navigation/feature.ts';

export const audit: Feature = {
  pages: [
    {
      path: '/settings/audit',
      kind: 'scoped',
      texts: 'audit',
      tabs: [{ area: 'settings', place: 7, name: { en: 'Audit log', de: 'Protokoll' } }],
      load: () => import('./audit-page.tsx'),
      listed: { name: { en: 'Audit log', de: 'Protokoll' }, icon: 'history' },
    },
  ],
};
