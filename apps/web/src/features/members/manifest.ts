import type { Feature } from '#platform/navigation/feature.ts';
import { memberFollowers } from '#domain/members/followers.ts';

export const members: Feature = {
  pages: [
    {
      path: '/settings/members',
      kind: 'scoped',
      texts: 'members',
      tabs: [{ area: 'settings', place: 3, name: { en: 'Members', de: 'Mitglieder' } }],
      load: () => import('./members-page.tsx'),
      listed: { name: { en: 'Members', de: 'Mitglieder' }, icon: 'users', sidebar: ['team', 1] },
    },
  ],
  followers: [memberFollowers],
};
