import type { Feature } from '#platform/navigation/feature.ts';
import { assistantFollowers } from '#domain/assistant/followers.ts';

const texts = ['assistant', 'artifacts', 'link-card'];

export const assistant: Feature = {
  pages: [
    {
      path: '/chat',
      texts,
      load: () => import('./chat-page.tsx'),
      listed: { name: { en: 'Chat', de: 'Chat' }, icon: 'message', sidebar: ['links', 4] },
    },
    { path: '/chat/$id', texts, load: () => import('./chat-page.tsx') },
  ],
  followers: [assistantFollowers],
};
