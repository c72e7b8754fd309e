import type { Feature } from '#platform/navigation/feature.ts';
import { dashboardFollowers } from '#domain/dashboards/followers.ts';

export const dashboards: Feature = {
  pages: [
    {
      path: '/shared',
      kind: 'open',
      texts: ['dashboards', 'charts', 'artifacts'],
      load: () => import('./outside/public-page.tsx'),
    },
    {
      path: '/shared/mails',
      kind: 'open',
      texts: 'dashboards',
      load: () => import('./outside/confirm-page.tsx'),
    },
    {
      path: '/shared/unsubscribe',
      kind: 'open',
      texts: 'dashboards',
      load: () => import('./outside/unsubscribe-page.tsx'),
    },
    {
      path: '/dashboards',
      texts: 'dashboards',
      load: () => import('./list/dashboards-page.tsx'),
      listed: {
        name: { en: 'Dashboards', de: 'Dashboards' },
        icon: 'dashboard',
        sidebar: ['dashboards', 1],
        area: { place: 4, name: { en: 'All dashboards', de: 'Alle Dashboards' } },
      },
    },
    {
      path: '/dashboards/wizard',
      texts: ['dashboards', 'charts', 'artifacts'],
      load: () => import('./wizard/wizard-page.tsx'),
      listed: {
        name: { en: 'New dashboard', de: 'Neues Dashboard' },
        icon: 'plus',
        sidebar: ['dashboards', 2],
      },
    },
    {
      path: '/dashboards/wizard/$id',
      texts: ['dashboards', 'charts', 'artifacts'],
      load: () => import('./wizard/wizard-page.tsx'),
    },
    {
      path: '/dashboards/$id',
      kind: 'scoped',
      texts: ['dashboards', 'charts', 'artifacts'],
      load: () => import('./view/dashboard-page.tsx'),
    },
    {
      path: '/dashboards/customize/$id',
      kind: 'scoped',
      texts: ['dashboards', 'charts', 'artifacts'],
      load: () => import('./customize/customize-page.tsx'),
    },
  ],
  palette: {
    name: { en: 'Dashboards', de: 'Dashboards' },
    place: 2,
    load: () => import('./palette.ts'),
  },
  followers: [dashboardFollowers],
};
