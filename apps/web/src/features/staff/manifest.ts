import type { Feature } from '#platform/navigation/feature.ts';

export const staff: Feature = {
  pages: [
    { path: '/staff', kind: 'staff', texts: 'staff', load: () => import('./staff-page.tsx') },
  ],
};
