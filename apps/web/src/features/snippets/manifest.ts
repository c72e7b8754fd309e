import type { Feature } from '#platform/navigation/feature.ts';

export const snippets: Feature = {
  pages: [
    {
      path: '/community/snippets',
      texts: 'snippets',
      load: () => import('./gallery/snippets-page.tsx'),
      listed: {
        name: { en: 'Snippets', de: 'Snippets' },
        icon: 'folderOpen',
        sidebar: ['community', 1],
        area: { place: 8, name: { en: 'Snippets', de: 'Snippets' } },
      },
    },
    {
      path: '/community/snippets/$id',
      texts: ['snippets', 'link-card'],
      load: () => import('./view/snippet-page.tsx'),
    },
    {
      path: '/community/snippets/edit/$id',
      texts: ['snippets', 'link-card'],
      load: () => import('./edit/snippet-edit-page.tsx'),
    },
    {
      path: '/staff/snippets',
      kind: 'staff',
      texts: 'snippets',
      tabs: [{ area: 'staff', place: 5, name: { en: 'Snippets', de: 'Snippets' } }],
      load: () => import('./moderation/moderation-page.tsx'),
    },
  ],
  palette: {
    name: { en: 'Snippets', de: 'Snippets' },
    place: 4,
    load: () => import('./palette.ts'),
  },
  moved: { '/community': '/community/snippets' },
};
