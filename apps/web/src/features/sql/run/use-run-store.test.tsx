import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeAll, expect, test } from 'vitest';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { i18n, startI18n, switchLanguage } from '#platform/i18n/i18n.ts';
import { useRunStore } from './use-run-store.ts';

const client = new QueryClient();
const connector = { id: 'shop', implementation: 'sql' } as Connector;

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('sql');
});

test('SQL-8.3 SET-3 what ran keeps its results when the language is changed', async () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useRunStore(connector), { wrapper });
  const { runs } = result.current;
  await act(() => switchLanguage('de'));
  expect(result.current.runs).toBe(runs);
});
