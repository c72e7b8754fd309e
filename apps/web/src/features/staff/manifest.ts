import type { Feature } from '#platform/navigation/feature.ts';

export const staff: Feature = {
  pages: [
    {
      path: '/staff',
      kind: 'staff',
      texts: 'staff',
      tabs: [
        { area: 'staff', place: 1, name: { en: 'Accounts', de: 'Konten' } },
        {
          area: 'staff',
          place: 2,
          name: { en: 'Kept mails', de: 'Aufbewahrte E-Mails' },
          search: '?show=mails',
        },
      ],
      load: () => import('./staff-page.tsx'),
    },
  ],
};
