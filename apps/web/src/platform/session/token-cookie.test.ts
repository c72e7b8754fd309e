import { TOKEN_COOKIE_MAX_AGE } from '@causeway/contract/auth/auth.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearToken, parentDomain, readToken, tokenCookie, writeToken } from './token-cookie.ts';

// Others may have signed somebody in, in the same browser.
beforeEach(clearToken);
afterEach(() => {
  vi.unstubAllGlobals();
  clearToken();
});

test('SESS-1 the token is kept in a cookie until it is cleared', () => {
  expect(readToken()).toBeUndefined();
  writeToken('a.b=c;d');
  expect(readToken()).toBe('a.b=c;d');
  writeToken('second');
  expect(readToken()).toBe('second');
  clearToken();
  expect(readToken()).toBeUndefined();
});

test('SESS-1 the cookie lives 34,560,000 seconds on the parent domain, SameSite=Lax', () => {
  expect(TOKEN_COOKIE_MAX_AGE).toBe(34_560_000);
  const cookie = tokenCookie('t', TOKEN_COOKIE_MAX_AGE, 'causeway.example');
  expect(cookie).toBe('token=t; Path=/; Max-Age=34560000; SameSite=Lax; Domain=causeway.example');
});

test('SESS-1 on https the cookie is Secure', () => {
  vi.stubGlobal('location', { protocol: 'https:', hostname: 'causeway.example' });
  expect(tokenCookie('t', 1)).toMatch(/; Secure$/);
});

test.each([
  ['app.causeway.example', 'causeway.example'],
  ['eu.app.causeway.example', 'app.causeway.example'],
  ['causeway.example', 'causeway.example'],
  ['localhost', undefined],
  ['127.0.0.1', undefined],
  ['[::1]', undefined],
])('SESS-1 the parent domain of %s is %s', (hostname, domain) => {
  expect(parentDomain(hostname)).toBe(domain);
});
