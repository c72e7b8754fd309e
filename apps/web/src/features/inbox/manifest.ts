import { inboxFollowers } from '#domain/inbox/inbox-query.ts';
import type { Feature } from '#platform/navigation/feature.ts';

export const inbox: Feature = {
  pages: [
    {
      path: '/inbox',
      texts: 'inbox',
      load: () => import('./inbox-page.tsx'),
      listed: { name: { en: 'Inbox', de: 'Posteingang' }, icon: 'bell' },
    },
    {
      path: '/account/notifications',
      texts: 'inbox',
      tabs: [{ area: 'account', place: 4, name: { en: 'Notifications', de: 'Mitteilungen' } }],
      load: () => import('./notifications-page.tsx'),
      listed: { name: { en: 'Notifications', de: 'Mitteilungen' }, icon: 'mail' },
    },
  ],
  followers: [inboxFollowers],
};
