import type { Feature } from '#platform/navigation/feature.ts';
import { keyFollowers } from './followers.ts';

export const apiKeys: Feature = {
  pages: [
    {
      path: '/settings/api-keys',
      kind: 'scoped',
      texts: 'api-keys',
      tabs: [{ area: 'settings', place: 5, name: { en: 'API keys', de: 'API-Schlüssel' } }],
      load: () => import('./api-keys-page.tsx'),
      listed: { name: { en: 'API keys', de: 'API-Schlüssel' }, icon: 'key', sidebar: ['team', 3] },
    },
    { path: '/settings/api-keys/$id', texts: 'api-keys', load: () => import('./key-page.tsx') },
  ],
  followers: [keyFollowers],
};
