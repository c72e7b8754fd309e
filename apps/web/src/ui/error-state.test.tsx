import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawUi } from '#testing/draw-ui.tsx';
import { ErrorState } from './error-state.tsx';

test('NAV-5 a database that does not answer is told to be looked after where it is connected', () => {
  const message = 'The database does not answer: connect ECONNREFUSED';
  drawUi(<ErrorState error={{ message, code: 'E_UPSTREAM_UNREACHABLE' }} onRetry={() => {}} />);
  expect(screen.getByText(/under Settings › Connectors/)).toBeTruthy();
  expect(screen.queryByText(/send us the message/)).toBeNull();
});

test('NAV-5 other failures ask for their message', () => {
  drawUi(<ErrorState error={{ message: 'Broken', code: 'E_INTERNAL' }} onRetry={() => {}} />);
  expect(screen.getByText(/send us the message above/)).toBeTruthy();
});
