import {
  createRootRoute,
  createRoute,
  notFound,
  redirect,
  type ParsedLocation,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readScope, type ScopeSearch } from '#platform/current-project/scope.ts';
import { listLoadedProjects } from '#platform/current-project/projects-query.ts';
import { lazyPage, type LazyPage } from '#platform/navigation/lazy-page.tsx';
import { mayOpenDebugPages } from '#platform/session/debug-access.ts';
import { notifyError } from '#platform/notify-error.ts';
import { redirectOf } from '#platform/session/guard.ts';
import { isSignedIn } from '#platform/session/session.ts';
import { findCurrentUser } from '#platform/session/user-query.ts';
import { changeUser } from '#platform/settings/user-changes.ts';
import { ErrorPage } from '#shell/error-page.tsx';
import { NotFoundPage } from '#shell/not-found-page.tsx';
import { RootLayout } from '#shell/root-layout.tsx';

// What kinds of addresses there are: who may open them, in which layout, and what they name.

export const root = createRootRoute({
  component: RootLayout,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
  beforeLoad: ({ location }) => {
    const target = redirectOf({
      path: location.pathname,
      href: location.publicHref,
      next: textOf(location.search, 'next'),
      isSignedIn: isSignedIn(),
      isVerified: findCurrentUser()?.verified ?? false,
    });
    if (target) throw redirect({ href: target, replace: true });
  },
});

export const guest = createRoute({
  getParentRoute: () => root,
  id: 'guest',
  component: lazyPage(undefined, () => import('#shell/guest-layout.tsx')),
});

export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyPage(undefined, () => import('#shell/shell-layout.tsx')),
});

type Page = LazyPage | (() => ReactNode);

export function page<const Path extends string>(path: Path, component: Page) {
  return createRoute({ getParentRoute: () => shell, path, component: component });
}

export function guestPage<const Path extends string>(path: Path, component: Page) {
  return createRoute({ getParentRoute: () => guest, path, component: component });
}

export function openPage<const Path extends string>(path: Path, component: Page) {
  return createRoute({ getParentRoute: () => root, path, component: component });
}

/** NAV-3: the address of these pages names the project and connector they show. */
export function scoped<const Path extends string>(path: Path, component: Page) {
  return createRoute({
    getParentRoute: () => shell,
    path,
    component: component,
    notFoundComponent: NotFoundPage,
    validateSearch: (search: Record<string, unknown>): ScopeSearch => search,
    beforeLoad: ({ search, location, preload }) => selectScope(search, location, preload),
    // The router keeps what a loader found out, so it has to know what that depends on.
    loaderDeps: ({ search: { projectId, connectorId } }) => ({ projectId, connectorId }),
    loader: ({ context }) => {
      if (context.isForeign) throw notFound();
    },
  });
}

function selectScope(search: ScopeSearch, location: ParsedLocation, isPreload: boolean) {
  const user = findCurrentUser();
  if (!user) return { isForeign: false };
  const scope = readScope(search, listLoadedProjects(), user.selection);
  if (scope.kind === 'fill') {
    throw redirect({
      href: withIds(location, scope.projectId, scope.connectorId),
      replace: true,
    });
  }
  if (scope.kind === 'selected' && scope.selection && !isPreload) {
    changeUser({ selection: scope.selection }).catch(notifyError);
  }
  return { isForeign: scope.kind === 'foreign' };
}

function withIds(location: ParsedLocation, projectId: string, connectorId: string): string {
  const url = new URL(location.publicHref, globalThis.location.origin);
  url.searchParams.set('projectId', projectId);
  url.searchParams.set('connectorId', connectorId);
  return url.pathname + url.search + url.hash;
}

export function staffPage<const Path extends string>(path: Path, component: Page) {
  return pageOf(path, component, () => findCurrentUser()?.staff === true);
}

export function debugPage<const Path extends string>(path: Path, component: Page) {
  return pageOf(path, component, () => mayOpenDebugPages(findCurrentUser()));
}

/** To whom it is not open, it is not there. */
function pageOf<const Path extends string>(path: Path, component: Page, isOpen: () => boolean) {
  return createRoute({
    getParentRoute: () => shell,
    path,
    component,
    notFoundComponent: NotFoundPage,
    loader: () => {
      if (!isOpen()) throw notFound();
    },
  });
}

export function moved<const Path extends string>(path: Path, target: string) {
  return createRoute({
    getParentRoute: () => shell,
    path,
    beforeLoad: ({ location }) => {
      throw redirect({ href: target + location.searchStr, replace: true });
    },
  });
}

export function guestRedirect<const Path extends string>(path: Path, target: string) {
  return createRoute({
    getParentRoute: () => guest,
    path,
    beforeLoad: ({ location }) => {
      throw redirect({ href: target + location.searchStr, replace: true });
    },
  });
}

function textOf(search: object, key: string): string | undefined {
  const value: unknown = Object.hasOwn(search, key)
    ? (search as Record<string, unknown>)[key]
    : undefined;
  return typeof value === 'string' ? value : undefined;
}
