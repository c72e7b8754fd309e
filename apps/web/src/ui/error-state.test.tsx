import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawUi } from '#testing/draw-ui.tsx';
import { ErrorSentence } from './error-sentence.ts';
import { ErrorState } from './error-state.tsx';

test('NAV-5 a database that does not answer is told to be looked after where it is connected', () => {
  const message = 'The database does not answer: connect ECONNREFUSED';
  drawUi(<ErrorState error={{ message, code: 'E_UPSTREAM_UNREACHABLE' }} onRetry={() => {}} />);
  expect(screen.getByText(/under Settings › Connectors/)).toBeTruthy();
  expect(screen.queryByText(/send us the message/)).toBeNull();
});

test('NAV-5 an address that is refused is told to be checked where it was entered', () => {
  const message = "'localhost' leads to a private address, which is not allowed.";
  drawUi(<ErrorState error={{ message, code: 'E_EGRESS_BLOCKED' }} onRetry={() => {}} />);
  expect(screen.getByText(/Check the address under Settings › Connectors/)).toBeTruthy();
  expect(screen.queryByText(/send us the message/)).toBeNull();
});

test('NAV-5 other failures ask for their message', () => {
  drawUi(<ErrorState error={{ message: 'Broken', code: 'E_INTERNAL' }} onRetry={() => {}} />);
  expect(screen.getByText(/send us the message above/)).toBeTruthy();
});

test('SET-3 a failure is told in the words the product has for it', () => {
  const error = { message: 'Not found.', code: 'E_NOT_FOUND' };
  drawUi(
    <ErrorSentence value={() => 'Nicht gefunden.'}>
      <ErrorState error={error} />
    </ErrorSentence>,
  );
  expect(screen.getByText('Nicht gefunden.')).toBeTruthy();
  expect(screen.queryByText('Not found.')).toBeNull();
});
