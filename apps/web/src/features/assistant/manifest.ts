import type { Feature } from '#platform/navigation/feature.ts';
import { assistantFollowers } from '#domain/assistant/followers.ts';

const texts = ['assistant', 'artifacts', 'link-card'];

export const assistant: Feature = {
  pages: [
    {
      path: '/chat',
      texts,
      load: () => import('./chat-page.tsx'),
      listed: { name: { en: 'Chat', de: 'Chat' }, icon: 'message', sidebar: ['links', 6] },
    },
    { path: '/chat/$id', texts, load: () => import('./chat-page.tsx') },
    {
      path: '/settings/assistant',
      kind: 'scoped',
      texts: 'assistant-settings',
      tabs: [{ area: 'settings', place: 5.5, name: { en: 'Assistant', de: 'Assistent' } }],
      load: () => import('./assistant-settings/settings-page.tsx'),
      listed: {
        name: { en: 'Assistant and MCP', de: 'Assistent und MCP' },
        icon: 'sparkles',
        sidebar: ['team', 4],
      },
    },
  ],
  followers: [assistantFollowers],
};
