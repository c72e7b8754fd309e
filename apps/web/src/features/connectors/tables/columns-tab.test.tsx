import type { Connector } from '@causeway/contract/connectors/connectors.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { drawUi } from '#testing/draw-ui.tsx';
import { eventually } from '#testing/eventually.ts';
import { NotificationsHost } from '#ui/notifications-host.tsx';
import { connectorsQuery } from '../connectors-query.ts';
import { ColumnsTab } from './columns-tab.tsx';

beforeEach(() => void vi.spyOn(api, 'call').mockReset().mockResolvedValue([]));

function connectorWith(aliases: Record<string, string>): Connector {
  return { id: 'shop', projectId: 'bakery', settings: { aliases } } as unknown as Connector;
}

test('CONN-3 taking back that a name was removed leaves the names that others were given since', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const { queryKey } = connectorsQuery('bakery');
  const before = connectorWith({ 'orders.total': 'Sum', 'orders.note': 'Note' });
  queryClient.setQueryData(queryKey, [before]);
  drawUi(
    <QueryClientProvider client={queryClient}>
      <ColumnsTab connector={before} mayManage mayTest />
      <NotificationsHost />
    </QueryClientProvider>,
  );
  // The names stand in the order of the alphabet: the second is the total.
  fireEvent.click(screen.getAllByRole('button', { name: 'columns.remove' })[1]!);
  const undo = await screen.findByRole('button', { name: 'Undo' });
  queryClient.setQueryData(queryKey, [connectorWith({ 'orders.note': 'Remark' })]);
  vi.mocked(api.call).mockClear();
  fireEvent.click(undo);
  const body = { settings: { aliases: { 'orders.note': 'Remark', 'orders.total': 'Sum' } } };
  await eventually(() => expect(vi.mocked(api.call).mock.calls[0]?.[1]).toMatchObject({ body }));
});
