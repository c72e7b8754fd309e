import { supportKey } from '#domain/support/support-followers.ts';
import { queryClient } from '#platform/api/query-client.ts';
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
          place: 4,
          name: { en: 'Kept mails', de: 'Aufbewahrte E-Mails' },
          search: '?show=mails',
        },
      ],
      load: () => import('./staff-page.tsx'),
    },
    {
      path: '/staff/users/$id',
      kind: 'staff',
      texts: 'staff',
      load: () => import('./account-page.tsx'),
    },
    {
      path: '/staff/projects',
      kind: 'staff',
      texts: 'staff',
      tabs: [{ area: 'staff', place: 2, name: { en: 'Projects', de: 'Projekte' } }],
      load: () => import('./projects-page.tsx'),
    },
    {
      path: '/staff/support',
      kind: 'staff',
      texts: ['staff', 'support'],
      tabs: [{ area: 'staff', place: 3, name: { en: 'Support', de: 'Support' } }],
      load: () => import('./support-page.tsx'),
    },
    {
      path: '/staff/credits',
      kind: 'staff',
      texts: 'staff',
      tabs: [{ area: 'staff', place: 9, name: { en: 'Credits', de: 'Credits' } }],
      load: () => import('./credits-page.tsx'),
    },
    {
      path: '/staff/flags',
      kind: 'staff',
      texts: 'staff',
      tabs: [{ area: 'staff', place: 6, name: { en: 'Flags', de: 'Schalter' } }],
      load: () => import('./flags-page.tsx'),
    },
    {
      path: '/staff/health',
      kind: 'staff',
      texts: 'staff',
      tabs: [{ area: 'staff', place: 7, name: { en: 'Health', de: 'Zustand' } }],
      load: () => import('./health-page.tsx'),
    },
    {
      path: '/staff/log',
      kind: 'staff',
      texts: 'staff',
      tabs: [{ area: 'staff', place: 8, name: { en: 'Log', de: 'Protokoll' } }],
      load: () => import('./log-page.tsx'),
    },
  ],
  followers: [
    {
      'support.changed': () =>
        queryClient.invalidateQueries({ queryKey: ['staff', ...supportKey] }),
    },
  ],
};
