import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { eventually } from '#testing/eventually.ts';
import { SLOW_COST, SuggestedTile } from './suggested-tile.tsx';
import { suggestTiles } from './suggest-tiles.ts';
import { costOf, fileSource, type WizardSource } from './wizard-source.ts';

vi.mock('#platform/current-project/use-current-project.ts', () => ({
  useCurrentProject: () => ({ project: undefined }),
}));
vi.mock('../tile/tile-rows.tsx', () => ({ TileRows: () => <p>The picture</p> }));

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces('dashboards');
});

const [suggestion] = suggestTiles(
  { schema: 'public', table: 'orders' },
  {
    date: undefined,
    measures: [],
    dimensions: [],
    place: undefined,
    hasHours: false,
    unit: 'day',
    weekdays: [],
  },
);

/** A tile over a table whose plan costs so much; what was read of it so far. */
function drawTile(cost: number) {
  const read = vi.fn(async () => ({ fields: [], rows: [], hasMore: false }));
  const planned = [{ Plan: { 'Total Cost': cost } }];
  const source: WizardSource = {
    ...fileSource('c', 'orders', []),
    read,
    cost: async () => costOf(planned),
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <SuggestedTile
          source={source}
          suggestion={suggestion!}
          parameters={[]}
          period={null}
          isWanted
          onToggle={() => {}}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return read;
}

test('DASH-6 a tile whose plan is slow says so before it is made, and runs only when somebody asks', async () => {
  const read = drawTile(SLOW_COST);
  expect(await screen.findByText(/^By its plan this takes long \(cost 500K\)/)).toBeTruthy();
  expect(read).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Run it anyway' }));
  await eventually(() => expect(read).toHaveBeenCalledOnce());
});

test('DASH-6 a tile whose plan is quick is drawn at once', async () => {
  const read = drawTile(SLOW_COST - 1);
  await eventually(() => expect(read).toHaveBeenCalledOnce());
  expect(screen.queryByText(/By its plan/)).toBeNull();
});
