import { createRouter } from '@tanstack/react-router';
import { byConnectorKind } from '#platform/navigation/by-connector-kind.tsx';
import { lazyPage, type LazyPage } from '#platform/navigation/lazy-page.tsx';
import { objectPathRewrite } from '#platform/navigation/object-path.ts';
import { createPageTop } from '#platform/navigation/page-top.ts';
import { parseSearch, stringifySearch } from '@causeway/contract/search-text.ts';
import { ErrorPage } from '#shell/error-page.tsx';
import { NotFoundPage } from '#shell/not-found-page.tsx';
import type { FeaturePage } from '#platform/navigation/feature.ts';
import { manifests } from './manifests.ts';
import {
  debugPage,
  guest,
  guestPage,
  guestRedirect,
  openPage,
  moved,
  page,
  root,
  scoped,
  shell,
  staffPage,
} from './route-kinds.tsx';

const pages = manifests.flatMap((feature) => feature.pages);
const redirects = manifests.flatMap((feature) => Object.entries(feature.moved ?? {}));
const isGuest = (path: string) => path.startsWith('/guest');

const guestRoutes = [
  ...pages
    .filter(({ kind }) => kind === 'guest')
    .map(({ path, ...shown }) => guestPage(path, lazyPage(shown.texts, shown.load))),
  ...redirects
    .filter(([path]) => isGuest(path))
    .map(([path, target]) => guestRedirect(path, target)),
];

const openRoutes = pages
  .filter(({ kind }) => kind === 'open')
  .map(({ path, ...shown }) => openPage(path, lazyPage(shown.texts, shown.load)));

const kinds = { scoped, staff: staffPage, debug: debugPage, plain: page };

/** An address has one route, also where two features have a page at it. */
const shellRoutes = [
  ...[...Map.groupBy(pages, ({ path }) => path)].flatMap(([path, shown]) => {
    const { kind = 'plain' } = shown[0] ?? {};
    return kind === 'guest' || kind === 'open' ? [] : kinds[kind](path, pageOf(shown));
  }),
  ...redirects.filter(([path]) => !isGuest(path)).map(([path, target]) => moved(path, target)),
  page('/error', () => <ErrorPage />),
  page('/error/404', NotFoundPage),
  page('/$', NotFoundPage),
];

function pageOf(shown: readonly FeaturePage[]): LazyPage {
  const lazy = (connector?: 'sql' | 's3') => {
    const found = shown.find((one) => one.connector === connector);
    if (!found) throw new Error(`Nobody shows ${shown[0]?.path} of ${connector}`);
    return lazyPage(found.texts, found.load);
  };
  const isShared = shown.some(({ connector }) => connector !== undefined);
  return isShared ? byConnectorKind({ sql: lazy('sql'), s3: lazy('s3') }) : lazy();
}

const pageTop = createPageTop();

export const router = createRouter({
  routeTree: root.addChildren([
    guest.addChildren(guestRoutes),
    shell.addChildren(shellRoutes),
    ...openRoutes,
  ]),
  rewrite: objectPathRewrite,
  parseSearch,
  stringifySearch,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPreload: false,
  // A page that is slow to load keeps the one before it on screen; the bar on top tells.
  defaultPendingMs: Infinity,
  scrollRestoration: true,
  scrollToTopSelectors: pageTop.elements,
});

pageTop.follow(router);

/** Fetches the chunks of the page in the address bar while the session is still being asked for. */
export function preloadPage(): void {
  router.updateLatestLocation();
  const routes: Record<string, { options: { component?: unknown } }> = router.routesById;
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const page = routes[String(routeId)]?.options.component as Partial<LazyPage> | undefined;
    // Ahead of time only: opening the page asks again and tells.
    page?.preload?.().catch(() => undefined);
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
