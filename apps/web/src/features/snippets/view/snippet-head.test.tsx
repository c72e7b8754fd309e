import type { Snippet } from '@causeway/contract/snippets/snippet.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { SnippetHead } from './snippet-head.tsx';

vi.mock('#platform/navigation/app-link.tsx', () => ({
  AppLink: () => null,
  useOpenHref: () => () => {},
}));
vi.mock('#platform/current-project/use-current-project.ts', () => ({
  useScopedHref: () => (href: string) => href,
}));
vi.mock('#platform/settings/content-language.ts', () => ({ useContentLanguage: () => 'en' }));

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('snippets');
});

test('SET-5 a snippet calls itself by its title alone: recent pages take it for its name', () => {
  const title = { en: 'Cohort retention', de: 'Kohorten' };
  const snippet = { id: 's', title, badge: 'read', stars: 0, isMine: true } as unknown as Snippet;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <SnippetHead snippet={snippet} onDialog={() => {}} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Cohort retention');
});
