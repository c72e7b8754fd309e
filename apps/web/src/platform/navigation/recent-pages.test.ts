import { afterEach, expect, test, vi } from 'vitest';
import { listRecentPages, rememberPage } from './recent-pages.ts';

afterEach(() => localStorage.clear());

test('NAV-7 recent pages are kept newest first, each once, for each user apart', () => {
  rememberPage('ada', '/chat');
  rememberPage('ada', '/sql');
  rememberPage('ada', '/chat');
  expect(listRecentPages('ada').map(({ url }) => url)).toEqual(['/chat', '/sql']);
  expect(listRecentPages('bob')).toEqual([]);
});

test('NAV-7 two filters of one table are one page, with the address it was seen at last', () => {
  rememberPage('ada', '/explore/orders?projectId=1&connectorId=2&filter=a');
  rememberPage('ada', '/explore/orders?projectId=1&connectorId=2&filter=b');
  rememberPage('ada', '/explore/orders?projectId=1&connectorId=3');
  expect(listRecentPages('ada').map(({ url }) => url)).toEqual([
    '/explore/orders?projectId=1&connectorId=3',
    '/explore/orders?projectId=1&connectorId=2&filter=b',
  ]);
});

test('NAV-7 a chat is one page, however its address was written and whatever connector was chosen', () => {
  const chat = '/chat/3f0b0c1e-5b0d-4c39-9f0a-1c8f2f6f7a11';
  rememberPage('ada', chat, 'Revenue by month');
  rememberPage('ada', `${chat}?projectId=1&connectorId=2`);
  rememberPage('ada', `${chat}?projectId=1&connectorId=3`);
  expect(listRecentPages('ada')).toMatchObject([
    { url: `${chat}?projectId=1&connectorId=3`, name: 'Revenue by month' },
  ]);
});

test('NAV-7 a page keeps what it called itself', () => {
  rememberPage('ada', '/workflows/7', 'Nightly');
  rememberPage('ada', '/workflows/7');
  expect(listRecentPages('ada')).toMatchObject([{ url: '/workflows/7', name: 'Nightly' }]);
});

test('NAV-7 damaged notes are not shown', () => {
  localStorage.setItem('causeway.recent.ada', '[{"url":1},null]');
  expect(listRecentPages('ada')).toEqual([]);
  localStorage.setItem('causeway.recent.ada', '{');
  expect(listRecentPages('ada')).toEqual([]);
});

test('NAV-7 where the browser has no room left, a page is opened without being noted', () => {
  const setItem = vi.fn(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem });
  expect(() => rememberPage('ada', '/chat')).not.toThrow();
  expect(setItem).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
