import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressToKey, addressToPath, keyToAddress, pathToAddress } from './object-path.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('~', '%', '2', 'e', '.', '/', ' ', '+', '#', '?', '"', 'ü') }),
);
const anyName = anyText.filter((name) => name !== '');

describe('NAV-8 addresses of tables and objects', () => {
  test.each([
    [['orders'], 'orders'],
    [['my table'], 'my%20table'],
    [['50%'], '50%25'],
    [['a+b'], 'a%2Bb'],
    [['#1?'], '%231%3F'],
    [['Größe'], 'Gr%C3%B6%C3%9Fe'],
    [['"quoted"'], '%22quoted%22'],
    [['back\\slash'], 'back%5Cslash'],
    [['a/b'], 'a%2Fb'],
    [['a', '', 'b'], 'a//b'],
    [['photos', '2024', ''], 'photos/2024/'],
    [['.', '..', '...'], '~./~../...'],
    [['%2e%2e'], '%252e%252e'],
    [['~draft'], '~~draft'],
    [['import'], '~import'],
    [['import', 'x'], 'import/x'],
    [[], ''],
  ])('NAV-8 %j stands in the address as %j', (path, address) => {
    expect(pathToAddress(path)).toBe(address);
    expect(addressToPath(address)).toEqual(path);
  });

  test('NAV-8 every path comes back from the address bar of a browser', () => {
    fc.assert(
      fc.property(fc.array(anyName, { maxLength: 6 }), (path) => {
        expect(addressToPath(throughBrowser(pathToAddress(path)))).toEqual(path);
      }),
      { numRuns: 2000 },
    );
  });

  test('NAV-8 every object key comes back from the address bar of a browser', () => {
    fc.assert(
      fc.property(anyText, (key) => {
        expect(addressToKey(throughBrowser(keyToAddress(key)))).toBe(key);
      }),
      { numRuns: 2000 },
    );
  });

  test('NAV-8 no name opens the import page or another page than its own', () => {
    fc.assert(
      fc.property(fc.array(anyName, { minLength: 1, maxLength: 4 }), (path) => {
        const url = new URL(`/explore/${pathToAddress(path)}`, 'https://our.example');
        expect(url.pathname).not.toBe('/explore/import');
        expect(url.pathname.startsWith('/explore/')).toBe(true);
        expect(url.search + url.hash).toBe('');
      }),
      { numRuns: 2000 },
    );
  });

  test('NAV-8 an address typed by hand is read as it stands', () => {
    expect(addressToPath('50% off/~home')).toEqual(['50% off', '~home']);
  });
});

function throughBrowser(address: string): string {
  const url = new URL(`/explore/${address}`, 'https://our.example');
  return url.pathname.slice('/explore/'.length);
}
