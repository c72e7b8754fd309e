import { expect, test } from 'vitest';
import { connectorRoutes } from './connectors.ts';

test('CONN-3 a change of one setting names no other, so aliases survive hiding a table', () => {
  const change = { settings: { hidden: ['tmp_*'] } };
  expect(connectorRoutes.update.body.parse(change)).toEqual(change);
});
