import { addressToPath } from '@causeway/contract/storage/object-path.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editPath, findEditAddress, joinKey, newRowPath, splitKey } from './edit-address.ts';

test('NAV-8 any key of any table can stand in an address, whatever characters it has', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.option(fc.string({ minLength: 1, unit: 'grapheme' })),
      fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 3 }),
      (table, schema, key) => {
        const name = { schema: schema ?? 'public', table };
        const path = addressToPath(editPath(name, key).slice('/edit/'.length));
        const address = findEditAddress(path, false);
        expect(address?.name).toEqual(name);
        expect(splitKey(address?.keyText ?? '', key.length)).toEqual(key);
      },
    ),
  );
});

test('NAV-8 addresses of rows are short and can be read', () => {
  expect(editPath({ schema: 'public', table: 'orders' }, ['17'])).toBe('/edit/orders/17');
  expect(editPath({ schema: 'sales', table: 'Straße/100% "x"' }, ['a//b'])).toBe(
    '/edit/sales/Stra%C3%9Fe%2F100%25%20%22x%22/a%2F%2Fb',
  );
  expect(newRowPath({ schema: 'sales', table: 'orders' })).toBe('/edit/sales/orders');
  expect(findEditAddress(['sales', 'orders'], true)?.name).toEqual({
    schema: 'sales',
    table: 'orders',
  });
  expect(findEditAddress(['orders', ''], false)).toEqual({
    name: { schema: 'public', table: 'orders' },
    keyText: '',
  });
});

test('an address that names no row is none', () => {
  expect(findEditAddress(['a', 'b', 'c', 'd'], false)).toBeUndefined();
  expect(findEditAddress(['orders'], false)).toBeUndefined();
  expect(splitKey('1,2,3', 2)).toBeUndefined();
  expect(joinKey(['1', 'a,b'])).toBe('1,a\\,b');
});
