import { screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { drawUi } from '#testing/draw-ui.tsx';
import { RowsState } from './rows-state.tsx';

test('SQL-3 rows are shown once what is staged for them is there, so that nothing typed into them is lost', () => {
  const query = { isError: false, data: {} } as ComponentProps<typeof RowsState>['query'];
  const view = { filters: [], where: '' } as unknown as ComponentProps<typeof RowsState>['view'];
  const show = (isAwaited: boolean) => (
    <RowsState
      {...{ query, view, isAwaited }}
      rowCount={1}
      hasHeads
      start={null}
      onClear={() => undefined}
    >
      the rows
    </RowsState>
  );
  const { unmount } = drawUi(show(true));
  expect(screen.queryByText('the rows')).toBeNull();
  unmount();
  drawUi(show(false));
  expect(screen.getByText('the rows')).toBeTruthy();
});

test('SQL-2 a table without rows shows its columns above the words about that', () => {
  const query = { isError: false, data: {} } as ComponentProps<typeof RowsState>['query'];
  const view = { filters: [], where: '' } as unknown as ComponentProps<typeof RowsState>['view'];
  const show = (hasHeads: boolean) => (
    <RowsState
      {...{ query, view, hasHeads }}
      rowCount={0}
      isAwaited={false}
      start={null}
      onClear={() => undefined}
    >
      the columns
    </RowsState>
  );
  const { unmount } = drawUi(show(true));
  expect(screen.getByText('the columns')).toBeTruthy();
  expect(screen.getByText('rows.none')).toBeTruthy();
  unmount();
  drawUi(show(false));
  expect(screen.queryByText('the columns')).toBeNull();
  expect(screen.getByText('rows.none')).toBeTruthy();
});
