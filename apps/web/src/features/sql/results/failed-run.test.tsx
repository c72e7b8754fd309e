import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawUi } from '#testing/draw-ui.tsx';
import { FailedRun } from './failed-run.tsx';

const statement = { text: 'select 1', from: 0, to: 8 };

test.each([
  ['42P01', 1],
  ['ECONNREFUSED', 0],
])('SQL-8.3 %s is called a SQLSTATE only where a database said it', (sqlState, times) => {
  const error = { code: 'E_SQL', message: 'no', details: { sqlState } };
  drawUi(<FailedRun error={error} statement={statement} sql="select 1" onShow={() => {}} />);
  expect(screen.queryAllByText(/^SQLSTATE/)).toHaveLength(times);
});
