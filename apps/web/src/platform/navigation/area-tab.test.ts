import { expect, test } from 'vitest';
import { findCurrentTab } from './area-tab.ts';

const tabs = [
  { path: '/staff' },
  { path: '/staff', search: '?show=mails' },
  { path: '/staff/snippets' },
];

test('SHELL-1 the tab of the shown page is marked, also where two share an address', () => {
  const at = (href: string) => tabs.findIndex((tab) => tab === findCurrentTab(tabs, href));
  expect(
    ['/staff', '/staff?show=x#a', '/staff?q=1&show=mails', '/staff/snippets', '/x'].map(at),
  ).toEqual([0, 0, 1, 2, -1]);
});
