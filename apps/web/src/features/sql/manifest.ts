import type { Feature } from '#platform/navigation/feature.ts';
import { queryFollowers } from '#domain/queries/followers.ts';

export const sql: Feature = {
  pages: [
    {
      path: '/sql/editor',
      kind: 'scoped',
      texts: ['sql', 'effects', 'charts', 'row-drafts', 'data-grid'],
      load: () => import('./editor-page.tsx'),
      listed: { name: { en: 'SQL editor', de: 'SQL-Editor' }, icon: 'code', sidebar: ['links', 3] },
    },
    {
      path: '/sql/wizard',
      kind: 'scoped',
      texts: 'sql',
      load: () => import('./wizard/wizard-page.tsx'),
      listed: { name: { en: 'SQL wizard', de: 'SQL-Assistent' }, icon: 'wand' },
    },
  ],
  moved: { '/sql': '/sql/editor' },
  palette: {
    name: { en: 'Saved queries', de: 'Gespeicherte Abfragen' },
    place: 3,
    load: () => import('./palette.ts'),
  },
  followers: [queryFollowers],
};
