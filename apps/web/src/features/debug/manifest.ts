import type { Feature } from '#platform/navigation/feature.ts';

export const debug: Feature = {
  pages: [
    { path: '/debug', kind: 'debug', texts: 'debug', load: () => import('./debug-page.tsx') },
    { path: '/void', kind: 'debug', load: () => import('./void-page.tsx') },
    { path: '/_debug/ui', kind: 'debug', texts: 'debug', load: () => import('./ui-page.tsx') },
    { path: '/_debug/ai', kind: 'debug', texts: 'debug', load: () => import('./ai-page.tsx') },
    {
      path: '/_debug/artifacts',
      kind: 'debug',
      texts: ['debug', 'artifacts', 'link-card'],
      load: () => import('./artifacts-page.tsx'),
    },
    {
      path: '/_debug/link-artifacts',
      kind: 'debug',
      texts: ['debug', 'link-card'],
      load: () => import('./link-artifacts-page.tsx'),
    },
    {
      path: '/_debug/sql-artifact',
      kind: 'debug',
      texts: ['debug', 'artifacts'],
      load: () => import('./sql-artifact-page.tsx'),
    },
  ],
};
