import { workflowFollowers } from '#domain/workflows/followers.ts';
import type { Feature } from '#platform/navigation/feature.ts';
import { credentialFollowers } from '#domain/workflows/credentials-query.ts';

export const automations: Feature = {
  pages: [
    {
      path: '/automations',
      texts: 'automations',
      load: () => import('./overview/automations-page.tsx'),
      listed: {
        name: { en: 'Automations', de: 'Automatisierungen' },
        icon: 'robot',
        sidebar: ['automations', 1],
        area: { place: 5, name: { en: 'Overview', de: 'Übersicht' } },
      },
    },
    {
      path: '/automations/workflows',
      kind: 'scoped',
      texts: 'automations',
      load: () => import('./workflows/workflows-page.tsx'),
      listed: {
        name: { en: 'Workflows', de: 'Abläufe' },
        icon: 'tree',
        sidebar: ['automations', 2],
      },
    },
    {
      path: '/automations/workflows/wizard',
      texts: 'automations',
      load: () => import('./wizard/workflow-wizard-page.tsx'),
      listed: { name: { en: 'New workflow', de: 'Neuer Ablauf' }, icon: 'plus' },
    },
    {
      path: '/automations/workflows/$id',
      kind: 'scoped',
      texts: ['automations', 'editor', 'effects'],
      load: () => import('./editor/workflow-page.tsx'),
    },
    {
      path: '/automations/credentials',
      kind: 'scoped',
      texts: ['automations', 'credentials'],
      load: () => import('./credentials/credentials-page.tsx'),
      listed: {
        name: { en: 'Credentials', de: 'Zugangsdaten' },
        icon: 'lock',
        sidebar: ['automations', 3],
      },
    },
    {
      path: '/automations/history',
      kind: 'scoped',
      texts: ['automations', 'history'],
      load: () => import('./history/history-page.tsx'),
      listed: {
        name: { en: 'History', de: 'Verlauf' },
        icon: 'history',
        sidebar: ['automations', 4],
      },
    },
    {
      path: '/automations/history/$id',
      kind: 'scoped',
      texts: ['automations', 'history'],
      load: () => import('./history/run-page.tsx'),
    },
  ],
  moved: { '/automations/workflows/history': '/automations/history' },
  palette: {
    name: { en: 'Workflows', de: 'Abläufe' },
    place: 3,
    load: () => import('./palette.ts'),
  },
  followers: [workflowFollowers, credentialFollowers],
};
