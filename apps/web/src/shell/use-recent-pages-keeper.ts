import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { rememberPage, tellRecentPage } from '#platform/navigation/recent-pages.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';

const NOT_WORK = /^\/($|[?#]|guest|onboarding|error|void|debug|_debug|staff)/;

/** Who stays that long has seen it, and it has loaded what it is called. */
const SEEN_MS = 2_000;

/** Notes each page that was really shown, for the home page and the palette. */
export function useRecentPagesKeeper(): void {
  const router = useRouter();
  const { id } = useCurrentUser();
  const href = useRouterState({ select: (state) => state.resolvedLocation?.publicHref });
  useEffect(() => {
    const isFound = router.state.matches.every((match) => match.status === 'success');
    if (href && isFound && !NOT_WORK.test(href) && !isUnknown(router.state.matches)) {
      rememberPage(id, href);
      const timer = setTimeout(() => {
        const name = shownName();
        rememberPage(id, href, name);
        tellRecentPage(href, name);
      }, SEEN_MS);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [router, href, id]);
}

/** What the page calls itself: the name of a workflow, say, whose address has only an id. */
function shownName(): string {
  const heading = document.querySelector('main h1')?.textContent ?? '';
  return heading.trim().slice(0, 200);
}

function isUnknown(matches: { routeId: string }[]): boolean {
  return matches.some(({ routeId }) => routeId === '/shell/$');
}
