import { intelligenceFollowers } from '#domain/intelligence/followers.ts';
import type { Feature } from '#platform/navigation/feature.ts';

export const intelligence: Feature = {
  pages: [
    {
      path: '/intelligence',
      texts: ['intelligence', 'assistant'],
      load: () => import('./intelligence-page.tsx'),
      listed: {
        name: { en: 'Intelligence', de: 'Erkenntnisse' },
        icon: 'sparkles',
        sidebar: ['links', 7],
      },
    },
  ],
  followers: [intelligenceFollowers],
};
