import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { rememberPage } from '#platform/navigation/recent-pages.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { pageNameOf } from './page-names.ts';

const NOT_WORK = /^\/($|[?#]|guest|onboarding|error|void|debug|_debug|staff)/;

/** Notes each page that was really shown, for the home page and the palette. */
export function useRecentPagesKeeper(): void {
  const { t } = useTranslation('shell');
  const router = useRouter();
  const { id } = useCurrentUser();
  const href = useRouterState({ select: (state) => state.resolvedLocation?.publicHref });
  useEffect(() => {
    const isFound = router.state.matches.every((match) => match.status === 'success');
    if (href && isFound && !NOT_WORK.test(href) && !isUnknown(router.state.matches)) {
      rememberPage(id, { url: href, name: pageNameOf(href, t) });
    }
  }, [router, href, id, t]);
}

function isUnknown(matches: { routeId: string }[]): boolean {
  return matches.some(({ routeId }) => routeId === '/shell/$');
}
