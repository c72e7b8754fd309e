import type { Feature } from '#platform/navigation/feature.ts';
import { transferFollowers } from '#domain/transfers/followers.ts';

export const imports: Feature = {
  pages: [
    {
      path: '/explore/import',
      texts: 'imports',
      load: () => import('./import-page.tsx'),
      listed: { name: { en: 'Import', de: 'Import' }, icon: 'upload' },
    },
  ],
  followers: [transferFollowers],
};
