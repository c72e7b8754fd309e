import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { findSafePath } from '@causeway/contract/safe-path.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

/** The registration a mailed link belongs to; looking at it changes nothing. */
export function claimQuery(token: string) {
  return queryOptions({
    queryKey: ['claim', token],
    queryFn: () => api.call(authRoutes.showClaim, { body: { token } }),
    staleTime: Infinity,
    retry: false,
  });
}

/** Whoever is not signed in is sent to the login page, which finds the link's token in `next`. */
export function findClaimToken(next: unknown): string | undefined {
  const path = typeof next === 'string' ? findSafePath(next) : undefined;
  if (!path) return undefined;
  const url = new URL(path, globalThis.location.origin);
  if (url.pathname !== '/onboarding') return undefined;
  return url.searchParams.get('token') ?? undefined;
}
