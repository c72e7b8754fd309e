import type { Feature } from '#platform/navigation/feature.ts';
import { connectorFollowers } from '#domain/connectors/followers.ts';

export const connectors: Feature = {
  pages: [
    {
      path: '/settings/connectors',
      kind: 'scoped',
      texts: 'connectors',
      tabs: [{ area: 'settings', place: 4, name: { en: 'Connectors', de: 'Verbindungen' } }],
      load: () => import('./connectors-page.tsx'),
      listed: {
        name: { en: 'Connectors', de: 'Verbindungen' },
        icon: 'plug',
        sidebar: ['team', 2],
      },
    },
    {
      path: '/settings/connectors/$id',
      texts: 'connectors',
      load: () => import('./connector-page.tsx'),
    },
  ],
  followers: [connectorFollowers],
};
