import { render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '#platform/i18n/i18n.ts';
import { listSectionPages } from '../page-names.ts';
import { SidebarPage } from './sidebar-page.tsx';

const at = vi.hoisted(() => ({ publicHref: '' }));
vi.mock('@tanstack/react-router', () => ({
  useLocation: ({ select }: { select: (location: typeof at) => string }) => select(at),
}));
vi.mock('#platform/current-project/use-current-project.ts', () => ({
  useScopedHref: () => (path: string) => path,
}));
vi.mock('#platform/navigation/app-link.tsx', () => ({
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  AppLink: (props: object) => <a {...props} />,
}));

beforeAll(() => startI18n('en'));
beforeEach(() => {
  at.publicHref = '/automations/history?projectId=p';
});

/** What the sidebar marks, and as what. */
function drawMarked(): string[] {
  const pages = [...listSectionPages('links'), ...listSectionPages('automations')];
  render(
    <ul>
      {pages.map((page) => (
        <SidebarPage key={`${page.path} ${page.name.en}`} page={page} />
      ))}
    </ul>,
  );
  return screen
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'))
    .map((link) => `${link.textContent}: ${link.getAttribute('aria-current')}`);
}

test('SHELL-1 on a page of an area the sidebar says once in which area one is', () => {
  expect(drawMarked()).toEqual(['Automations: true', 'History: page']);
});

test('SHELL-1 the first page of an area is marked wherever it is listed', () => {
  at.publicHref = '/automations';
  expect(drawMarked()).toEqual(['Automations: page', 'Overview: page']);
});
