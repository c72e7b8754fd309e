import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isNewerBuildThere, lookForBuild, reloadGuarded } from './builds.ts';

const assign = vi.fn<(href: string) => void>();

beforeEach(() => {
  vi.stubGlobal('location', { href: 'http://localhost/', assign, reload: assign });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
  sessionStorage.clear();
  assign.mockClear();
});

test('SHELL-7 a failed poll is only logged, the own build is no news, a newer one is', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await lookForBuild('one');
  expect(warn).toHaveBeenCalledTimes(1);
  expect(isNewerBuildThere()).toBe(false);

  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: 'one' })));
  await lookForBuild('one');
  expect(isNewerBuildThere()).toBe(false);

  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: 'two' })));
  await lookForBuild('one');
  expect(isNewerBuildThere()).toBe(true);
});

test('SHELL-7 the page reloads at most once in 10 seconds', () => {
  vi.useFakeTimers();
  expect(reloadGuarded('/chat')).toBe(true);
  vi.advanceTimersByTime(9999);
  expect(reloadGuarded('/chat')).toBe(false);
  vi.advanceTimersByTime(1);
  expect(reloadGuarded('/chat')).toBe(true);
  expect(assign).toHaveBeenCalledTimes(2);
});
