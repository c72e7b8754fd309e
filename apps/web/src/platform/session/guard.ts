import { findSafePath } from '@causeway/contract/safe-path.ts';

export type Visit = {
  path: string;
  /** Path, query and hash: what is opened after signing in. */
  href: string;
  next: string | undefined;
  isSignedIn: boolean;
  isVerified: boolean;
};

/** Opened by links of mails, by people who are signed in and by others. */
const forEverybody = new Set(['/guest/unsubscribe', '/guest/approval']);

/** NAV-2: where a visit is sent instead, or undefined when it may go on. */
export function redirectOf({
  path,
  href,
  next,
  isSignedIn,
  isVerified,
}: Visit): string | undefined {
  if (forEverybody.has(path) || isUnder(path, '/shared')) return undefined;
  const wanted = next === undefined ? undefined : findSafePath(next);
  if (!isSignedIn) return isUnder(path, '/guest') ? undefined : withNext('/guest/login', href);
  // Who took over an account may have left its owner signed in: the way back is open to all.
  if (path === '/guest/undo') return undefined;
  if (isUnder(path, '/guest')) return wanted ?? '/';
  if (!isVerified && !isUnder(path, '/onboarding')) return withNext('/onboarding', href);
  return undefined;
}

function withNext(target: string, href: string): string {
  const wanted = findSafePath(href);
  return wanted && wanted !== '/' ? `${target}?${new URLSearchParams({ next: wanted })}` : target;
}

function isUnder(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}
