import type { Feature } from '#platform/navigation/feature.ts';
import { homeFollowers } from './followers.ts';
import { sampleFollowers } from '#domain/sample/followers.ts';

export const home: Feature = {
  pages: [
    {
      path: '/',
      texts: 'home',
      load: () => import('./home-page.tsx'),
      listed: { name: { en: 'Home', de: 'Start' }, icon: 'home', sidebar: ['links', 1] },
    },
  ],
  followers: [sampleFollowers, homeFollowers],
};
