import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { rememberPage } from '#platform/navigation/recent-pages.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';

const NOT_WORK = /^\/($|[?#]|guest|onboarding|error|void|debug|_debug|staff)/;

/** Notes each page that was really shown, for the home page and the palette. */
export function useRecentPagesKeeper(): void {
  const router = useRouter();
  const { id } = useCurrentUser();
  const href = useRouterState({ select: (state) => state.resolvedLocation?.publicHref });
  useEffect(() => {
    const isFound = router.state.matches.every((match) => match.status === 'success');
    if (href && isFound && !NOT_WORK.test(href) && !isUnknown(router.state.matches)) {
      rememberPage(id, href);
    }
  }, [router, href, id]);
}

function isUnknown(matches: { routeId: string }[]): boolean {
  return matches.some(({ routeId }) => routeId === '/shell/$');
}
