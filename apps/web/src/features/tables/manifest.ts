import { loadTexts } from '#platform/i18n/i18n.ts';
import type { Feature } from '#platform/navigation/feature.ts';
import { tableFollowers } from '#domain/tables/followers.ts';

export const tables: Feature = {
  pages: [
    {
      path: '/explore/$',
      kind: 'scoped',
      connector: 'sql',
      texts: ['tables', 'filters'],
      load: loadExplorer,
      listed: {
        path: '/explore',
        name: { en: 'Explore data', de: 'Daten erkunden' },
        icon: 'database',
        sidebar: ['links', 2],
      },
    },
    {
      path: '/edit/$',
      kind: 'scoped',
      connector: 'sql',
      texts: ['tables', 'edits', 'row-drafts', 'data-grid'],
      load: () => import('./row/row-page.tsx'),
    },
  ],
  palette: {
    name: { en: 'Tables and folders', de: 'Tabellen und Ordner' },
    place: 1,
    load: () => import('./palette.ts'),
  },
  followers: [tableFollowers],
};

/** A link to a table needs the grid and its words, which come beside the page that would ask for them. */
async function loadExplorer() {
  if (location.pathname.startsWith('/explore/')) {
    import('./table/table-view-page.tsx').catch(() => undefined);
    loadTexts(['edits', 'row-drafts', 'data-grid']).catch(() => undefined);
  }
  const page = await import('./explore-page.tsx');
  await page.loadShown();
  return page;
}
