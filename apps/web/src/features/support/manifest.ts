import { supportFollowers } from '#domain/support/support-followers.ts';
import type { Feature } from '#platform/navigation/feature.ts';

export const support: Feature = {
  pages: [
    {
      path: '/support',
      texts: 'support',
      load: () => import('./support-page.tsx'),
      listed: { name: { en: 'Support', de: 'Support' }, icon: 'help' },
    },
  ],
  followers: [supportFollowers],
};
