import { expect, test } from 'vitest';
import { redirectOf, type Visit } from './guard.ts';

function visit(visited: Partial<Visit> & { href: string }): string | undefined {
  const path = visited.href.split('?')[0] ?? '';
  return redirectOf({ path, next: undefined, isSignedIn: true, isVerified: true, ...visited });
}

test('NAV-2 without a token every page outside /guest leads to the login and is kept as next', () => {
  expect(visit({ href: '/', isSignedIn: false })).toBe('/guest/login');
  expect(visit({ href: '/settings/members?x=1&y=ü', isSignedIn: false })).toBe(
    `/guest/login?next=${encodeURIComponent('/settings/members?x=1&y=%C3%BC')}`,
  );
  expect(visit({ href: '/guest/register', isSignedIn: false })).toBeUndefined();
  expect(visit({ href: '/guestbook', isSignedIn: false })).toBe('/guest/login?next=%2Fguestbook');
});

test('NAV-2 with a token every guest page leads home, or to the page asked for', () => {
  expect(visit({ href: '/guest/login' })).toBe('/');
  expect(visit({ href: '/guest/login', next: '/chat?a=1' })).toBe('/chat?a=1');
});

test.each([
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'chat',
])('NAV-2 next leads to our own paths only, never to %j', (next) => {
  expect(visit({ href: '/guest/login', next })).toBe('/');
});

test('NAV-2 the link that stops mails is for everybody, signed in or not', () => {
  for (const who of [{ isSignedIn: false }, {}, { isVerified: false }]) {
    expect(visit({ href: '/guest/unsubscribe?token=x', ...who })).toBeUndefined();
  }
});

test('NAV-2 an unverified user stays in onboarding', () => {
  expect(visit({ href: '/', isVerified: false })).toBe('/onboarding');
  expect(visit({ href: '/chat', isVerified: false })).toBe('/onboarding?next=%2Fchat');
  expect(visit({ href: '/onboarding?step=team', isVerified: false })).toBeUndefined();
  expect(visit({ href: '/guest/login', isVerified: false })).toBe('/');
});

test('NAV-2 a verified user goes where they want', () => {
  expect(visit({ href: '/chat' })).toBeUndefined();
  expect(visit({ href: '/onboarding' })).toBeUndefined();
});
