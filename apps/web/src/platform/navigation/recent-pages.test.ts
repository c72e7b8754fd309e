import { afterEach, expect, test } from 'vitest';
import { listRecentPages, rememberPage } from './recent-pages.ts';

afterEach(() => localStorage.clear());

test('NAV-7 recent pages are kept newest first, each once, for each user apart', () => {
  rememberPage('ada', '/chat');
  rememberPage('ada', '/sql');
  rememberPage('ada', '/chat');
  expect(listRecentPages('ada').map(({ url }) => url)).toEqual(['/chat', '/sql']);
  expect(listRecentPages('bob')).toEqual([]);
});

test('NAV-7 damaged notes are not shown', () => {
  localStorage.setItem('causeway.recent.ada', '[{"url":1},null]');
  expect(listRecentPages('ada')).toEqual([]);
  localStorage.setItem('causeway.recent.ada', '{');
  expect(listRecentPages('ada')).toEqual([]);
});
