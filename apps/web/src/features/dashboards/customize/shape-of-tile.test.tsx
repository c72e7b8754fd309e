import type { AskingTile, TileQuery } from '@causeway/contract/dashboards/dashboards.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { ShapeOfTile } from './shape-of-tile.tsx';

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('dashboards');
});

// Of a gauge neither place nor query are looked at.
const query = { state: 'ready' } as unknown as Extract<TileQuery, { state: 'ready' }>;

function Gauge() {
  const [tile, setTile] = useState({ kind: 'gauge', goal: null } as unknown as AskingTile);
  const goal = tile.kind === 'gauge' ? tile.goal : undefined;
  return (
    <>
      <ShapeOfTile tile={tile} query={query} onChange={setTile} />
      <output>{String(goal)}</output>
    </>
  );
}

test('DASH-2 a goal smaller than one is typed as it is meant', () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <Gauge />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Goal');
  for (const letter of '0.5') fireEvent.change(field, { target: { value: field.value + letter } });
  expect(screen.getByRole('status').textContent).toBe('0.5');
});
