import { createRouter } from '@tanstack/react-router';
import { byConnectorKind } from '#platform/navigation/by-connector-kind.tsx';
import { lazyPage, type LazyPage } from '#platform/navigation/lazy-page.tsx';
import { objectPathRewrite } from '#platform/navigation/object-path.ts';
import { parseSearch, stringifySearch } from '#platform/navigation/search-text.ts';
import { ErrorPage } from '#shell/error-page.tsx';
import { NotFoundPage } from '#shell/not-found-page.tsx';
import type { LaterArea } from '#features/later/later-page.tsx';
import {
  debugPage,
  guest,
  guestPage,
  guestRedirect,
  moved,
  page,
  root,
  scoped,
  shell,
  staffPage,
} from './route-kinds.tsx';

const guestRoutes = [
  guestPage(
    '/guest/login',
    lazyPage('guest', () => import('#features/guest/login-page.tsx')),
  ),
  guestPage(
    '/guest/register',
    lazyPage('guest', () => import('#features/guest/register-page.tsx')),
  ),
  guestPage(
    '/guest/reset',
    lazyPage('guest', () => import('#features/guest/reset-page.tsx')),
  ),
  guestPage(
    '/onboarding',
    lazyPage('onboarding', () => import('#features/onboarding/onboarding-page.tsx')),
  ),
  guestRedirect('/guest', '/guest/login'),
];

const shellRoutes = [
  page(
    '/',
    lazyPage('home', () => import('#features/home/home-page.tsx')),
  ),

  page(
    '/account',
    lazyPage('account', () => import('#features/account/account-page.tsx')),
  ),
  page(
    '/account/personal',
    lazyPage('account', () => import('#features/account/personal-page.tsx')),
  ),
  page(
    '/account/workspaces',
    lazyPage('account', () => import('#features/account/workspaces-page.tsx')),
  ),
  page('/account/billing', laterPage('billing')),
  page('/account/usage', laterPage('accountUsage')),

  page('/automations', laterPage('automations')),
  scoped('/automations/workflows', laterPage('workflows')),
  page('/automations/workflows/wizard', laterPage('workflowWizard')),
  moved('/automations/workflows/history', '/automations/history'),
  scoped('/automations/workflows/$id', laterPage('workflow')),
  scoped('/automations/credentials', laterPage('credentials')),
  scoped('/automations/history', laterPage('history')),

  page('/chat', laterPage('chat')),
  page('/intelligence', laterPage('intelligence')),

  moved('/community', '/community/snippets'),
  page(
    '/community/snippets',
    lazyPage('snippets', () => import('#features/snippets/gallery/snippets-page.tsx')),
  ),
  page(
    '/community/snippets/$id',
    lazyPage(['snippets', 'link-card'], () => import('#features/snippets/view/snippet-page.tsx')),
  ),
  page(
    '/community/snippets/edit/$id',
    lazyPage(
      ['snippets', 'link-card'],
      () => import('#features/snippets/edit/snippet-edit-page.tsx'),
    ),
  ),

  page(
    '/dashboards',
    lazyPage('dashboards', () => import('#features/dashboards/list/dashboards-page.tsx')),
  ),
  page(
    '/dashboards/wizard',
    lazyPage('dashboards', () => import('#features/dashboards/wizard/new-dashboard-page.tsx')),
  ),
  page('/dashboards/wizard/$id', laterPage('dashboardWizard')),
  scoped(
    '/dashboards/$id',
    lazyPage(
      ['dashboards', 'charts', 'artifacts'],
      () => import('#features/dashboards/view/dashboard-page.tsx'),
    ),
  ),
  scoped(
    '/dashboards/customize/$id',
    lazyPage(
      ['dashboards', 'charts', 'artifacts'],
      () => import('#features/dashboards/customize/customize-page.tsx'),
    ),
  ),

  scoped(
    '/edit/$',
    byConnectorKind({
      sql: lazyPage(
        ['explore', 'editing', 'row-drafts', 'data-grid'],
        () => import('#features/explore/row-page.tsx'),
      ),
      s3: lazyPage('storage', () => import('#features/storage/edit/edit-page.tsx')),
    }),
  ),
  scoped(
    '/explore/$',
    byConnectorKind({
      sql: lazyPage(['explore', 'filters'], loadExplorer),
      s3: lazyPage('storage', () => import('#features/storage/explorer-page.tsx')),
    }),
  ),
  page(
    '/explore/import',
    lazyPage('imports', () => import('#features/imports/import-page.tsx')),
  ),

  moved('/sql', '/sql/editor'),
  scoped(
    '/sql/editor',
    lazyPage(
      ['sql', 'charts', 'row-drafts', 'data-grid'],
      () => import('#features/sql/editor-page.tsx'),
    ),
  ),
  scoped(
    '/sql/replace',
    lazyPage(['replace', 'filters'], () => import('#features/replace/replace-page.tsx')),
  ),
  scoped(
    '/sql/wizard',
    lazyPage('sql', () => import('#features/sql/wizard/wizard-page.tsx')),
  ),

  scoped(
    '/settings',
    lazyPage('settings', () => import('#features/settings/settings-page.tsx')),
  ),
  scoped(
    '/settings/general',
    lazyPage('settings', () => import('#features/settings/general-page.tsx')),
  ),
  scoped(
    '/settings/members',
    lazyPage('members', () => import('#features/members/members-page.tsx')),
  ),
  scoped(
    '/settings/connectors',
    lazyPage('connectors', () => import('#features/connectors/connectors-page.tsx')),
  ),
  page(
    '/settings/connectors/$id',
    lazyPage('connectors', () => import('#features/connectors/connector-page.tsx')),
  ),
  scoped('/settings/api-keys', laterPage('apiKeys')),
  page('/settings/api-keys/$id', laterPage('apiKeys')),
  scoped('/settings/usage', laterPage('projectUsage')),

  staffPage(
    '/staff',
    lazyPage('staff', () => import('#features/staff/staff-page.tsx')),
  ),
  staffPage(
    '/staff/snippets',
    lazyPage('snippets', () => import('#features/snippets/moderation/moderation-page.tsx')),
  ),

  debugPage(
    '/debug',
    lazyPage('debug', () => import('#features/debug/debug-page.tsx')),
  ),
  debugPage(
    '/void',
    lazyPage(undefined, () => import('#features/debug/void-page.tsx')),
  ),
  debugPage(
    '/_debug/ui',
    lazyPage('debug', () => import('#features/debug/ui-page.tsx')),
  ),
  debugPage(
    '/_debug/ai',
    lazyPage('debug', () => import('#features/debug/ai-page.tsx')),
  ),
  debugPage(
    '/_debug/artifacts',
    lazyPage(
      ['debug', 'artifacts', 'link-card'],
      () => import('#features/debug/artifacts-page.tsx'),
    ),
  ),
  debugPage(
    '/_debug/link-artifacts',
    lazyPage(['debug', 'link-card'], () => import('#features/debug/link-artifacts-page.tsx')),
  ),
  debugPage(
    '/_debug/sql-artifact',
    lazyPage(['debug', 'artifacts'], () => import('#features/debug/sql-artifact-page.tsx')),
  ),

  page('/error', () => <ErrorPage />),
  page('/error/404', NotFoundPage),
  page('/$', NotFoundPage),
];

export const router = createRouter({
  routeTree: root.addChildren([guest.addChildren(guestRoutes), shell.addChildren(shellRoutes)]),
  rewrite: objectPathRewrite,
  parseSearch,
  stringifySearch,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPreload: false,
  // A page that is slow to load keeps the one before it on screen; the bar on top tells.
  defaultPendingMs: Infinity,
  scrollRestoration: true,
});

/** Fetches the chunks of the page in the address bar while the session is still being asked for. */
export function preloadPage(): void {
  router.updateLatestLocation();
  const routes: Record<string, { options: { component?: unknown } }> = router.routesById;
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const page = routes[String(routeId)]?.options.component as Partial<LazyPage> | undefined;
    page?.preload?.().catch(() => undefined);
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** A link to a table needs the grid, which then comes beside the page that would ask for it. */
function loadExplorer() {
  if (location.pathname.startsWith('/explore/')) {
    import('#features/explore/table-view-page.tsx').catch(() => undefined);
  }
  return import('#features/explore/explore-page.tsx');
}

/** An area that is not built into this version stands at its address and says so. */
function laterPage(area: LaterArea) {
  return lazyPage('later', async () => {
    const { createLaterPage } = await import('#features/later/later-page.tsx');
    return { default: createLaterPage(area) };
  });
}
