import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { drawUi } from '#testing/draw-ui.tsx';
import { QueryView } from './query-view.tsx';

describe('what is being loaded', () => {
  test('stands in its final place until it arrives', async () => {
    const { promise, resolve } = Promise.withResolvers<string[]>();
    drawUi(<Tables load={() => promise} />);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
    await act(async () => resolve(['orders']));
    expect(await screen.findByText('orders')).toBeTruthy();
  });

  test('says what went wrong in the words of the database, and can be tried again', async () => {
    let attempts = 0;
    drawUi(
      <Tables
        load={() => {
          attempts += 1;
          return attempts === 1
            ? Promise.reject(new Error('relation "orders" does not exist'))
            : Promise.resolve(['orders']);
        }}
      />,
    );
    expect(await screen.findByText('relation "orders" does not exist')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('orders')).toBeTruthy();
  });

  test('teaches what it is when there is nothing', async () => {
    drawUi(<Tables load={() => Promise.resolve([])} />);
    expect(await screen.findByText('No tables yet')).toBeTruthy();
  });

  test('stays on screen when loading it again fails', async () => {
    let attempts = 0;
    drawUi(
      <Tables
        load={() => {
          attempts += 1;
          return attempts === 1 ? Promise.resolve(['orders']) : Promise.reject(new Error('gone'));
        }}
      />,
    );
    await screen.findByText('orders');
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByText(/Reloading failed: gone/)).toBeTruthy();
    expect(screen.getByText('orders')).toBeTruthy();
  });
});

function Tables({ load }: { load: () => Promise<string[]> }) {
  const query = useQuery({ queryKey: ['tables'], queryFn: load, retry: false });
  return (
    <>
      <button type="button" onClick={() => void query.refetch()}>
        Reload
      </button>
      <QueryView query={query} empty={<p>No tables yet</p>}>
        {(tables) => tables.join(', ')}
      </QueryView>
    </>
  );
}
