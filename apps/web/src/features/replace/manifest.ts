import type { Feature } from '#platform/navigation/feature.ts';

export const replace: Feature = {
  pages: [
    {
      path: '/sql/replace',
      kind: 'scoped',
      texts: ['replace', 'filters'],
      load: () => import('./replace-page.tsx'),
      listed: { name: { en: 'Find and replace', de: 'Suchen und ersetzen' }, icon: 'replace' },
    },
  ],
};
