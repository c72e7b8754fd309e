import type { OpenTransaction } from '@causeway/contract/sql/editor.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { eventually } from '#testing/eventually.ts';
import { PlanView } from './plan-view.tsx';

type Asked = { analyze: boolean; transactionId?: string; bindings: object };
let asked: Asked[] = [];

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('sql');
});
beforeEach(() => {
  asked = [];
  vi.spyOn(api, 'call').mockImplementation(async (_route: unknown, ...rest: unknown[]) => {
    asked.push((rest[0] as { body: Asked }).body);
    return { plan: [{ Plan: { 'Node Type': 'Result' } }] };
  });
});

type Given = { transaction?: OpenTransaction | null; bindings?: Record<string, unknown> };
const open: OpenTransaction = {
  id: 't',
  state: 'open',
  startedAt: '2026-01-01T00:00:00Z',
  statements: 1,
  idleSecondsLeft: 300,
};

function draw(first: Given) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });
  const text = 'update people set age = 1';
  const view = ({ transaction = null, bindings = {} }: Given) => (
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <PlanView
          connectorId="c"
          isFiles={false}
          statement={{ text, from: 0, to: text.length }}
          bindings={bindings}
          text={text}
          mayAnalyze
          transaction={transaction}
          isReading={false}
          onShow={() => {}}
        />
      </MantineProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(view(first));
  return (next: Given) => rerender(view(next));
}

async function analyze() {
  await eventually(() => expect(asked).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: i18n.t('sql:plan.analyze') }));
  await eventually(() => expect(asked.map((one) => one.analyze)).toEqual([false, true]));
}

test('SQL-8.9 SQL-8.14 a statement that was measured in a transaction is not run again when that ends', async () => {
  const change = draw({ transaction: open });
  await analyze();
  change({ transaction: null });
  await eventually(() => expect(asked).toHaveLength(3));
  expect(asked.at(-1)).toMatchObject({ analyze: false });
  expect(asked.at(-1)).not.toHaveProperty('transactionId');
});

test('SQL-8.9 a statement that was measured is not run again by a next statement or another value', async () => {
  const change = draw({ transaction: open });
  await analyze();
  change({ transaction: { ...open, statements: 2 } });
  await eventually(() => expect(asked).toHaveLength(3));
  change({ transaction: { ...open, statements: 2 }, bindings: { age: 5 } });
  await eventually(() => expect(asked).toHaveLength(4));
  expect(asked.map((one) => one.analyze)).toEqual([false, true, false, false]);
});
