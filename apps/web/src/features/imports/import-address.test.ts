import { expect, test } from 'vitest';
import { addressToSearch, readAddress } from './import-address.ts';

test('SQL-6 step and import stand in the address and are read back', () => {
  const search = addressToSearch({ step: 'map', importId: 'i1', schema: 'sales', table: 'orders' });
  expect(readAddress(Object.fromEntries(search))).toMatchObject({
    view: 'new',
    step: 'map',
    importId: 'i1',
    schema: 'sales',
    table: 'orders',
  });
});

test('SQL-6 without an import there is only its source to choose, whatever the address says', () => {
  expect(readAddress({ step: 'check' }).step).toBe('source');
  expect(readAddress({ step: 'nonsense', import: 'i1' }).step).toBe('read');
  expect(readAddress({ view: 'activity' }).view).toBe('activity');
});
