import type { Feature } from '#platform/navigation/feature.ts';
import { storageFollowers } from '#domain/storage/followers.ts';

export const storage: Feature = {
  pages: [
    {
      path: '/explore/$',
      kind: 'scoped',
      connector: 's3',
      texts: 'storage',
      load: () => import('./explorer-page.tsx'),
    },
    {
      path: '/edit/$',
      kind: 'scoped',
      connector: 's3',
      texts: 'storage',
      load: () => import('./edit/edit-page.tsx'),
    },
  ],
  palette: {
    name: { en: 'Files', de: 'Dateien' },
    place: 5,
    load: () => import('./palette.ts'),
  },
  followers: [storageFollowers],
};
