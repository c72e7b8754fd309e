import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressToKey, addressToPath, keyToAddress, pathToAddress } from './object-path.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('~', '%', '2', 'F', '.', '/', ' ', '+', '#', '?', '"', 'ü') }),
);

describe('NAV-8 addresses of tables and objects', () => {
  test.each([
    [['orders'], 'orders'],
    [['my table'], 'my%20table'],
    [['50%'], '50~25'],
    [['a+b'], 'a%2Bb'],
    [['#1?'], '%231%3F'],
    [['Größe'], 'Gr%C3%B6%C3%9Fe'],
    [['"quoted"'], '%22quoted%22'],
    [['a/b'], 'a~2Fb'],
    [['a', '', 'b'], 'a/~/b'],
    [['photos', '2024', ''], 'photos/2024/'],
    [['', 'a'], '~/a'],
    [['.', '..', '...'], '~2E/~2E~2E/...'],
    [['~'], '~7E'],
    [['import'], '~69mport'],
    [['import', 'x'], 'import/x'],
    [[], ''],
  ])('NAV-8 %j stands in the address as %j', (path, address) => {
    expect(pathToAddress(path)).toBe(address);
    expect(addressToPath(address)).toEqual(path);
  });

  test('NAV-8 every path comes back from its address', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 6 }), (path) => {
        expect(addressToPath(pathToAddress(path))).toEqual(path);
      }),
      { numRuns: 2000 },
    );
  });

  test('NAV-8 every object key comes back from its address', () => {
    fc.assert(
      fc.property(anyText, (key) => {
        expect(addressToKey(keyToAddress(key))).toBe(key);
      }),
      { numRuns: 2000 },
    );
  });

  test('NAV-8 an address survives the browser', () => {
    fc.assert(
      fc.property(anyText, (key) => {
        const url = new URL(`/explore/${keyToAddress(key)}`, 'https://our.example');
        expect(addressToKey(url.pathname.slice('/explore/'.length))).toBe(key);
      }),
      { numRuns: 2000 },
    );
  });

  test('NAV-8 an address survives being decoded on the way, once or twice', () => {
    fc.assert(
      fc.property(anyText, (key) => {
        const once = decodeURIComponent(keyToAddress(key));
        expect(addressToKey(once)).toBe(key);
        expect(addressToKey(decodeURIComponent(once))).toBe(key);
      }),
      { numRuns: 2000 },
    );
  });

  test('NAV-8 no address has an empty segment inside, and none is the import page', () => {
    fc.assert(
      fc.property(anyText, (key) => {
        const address = keyToAddress(key);
        expect(address).not.toMatch(/^\/|\/\//);
        expect(address).not.toBe('import');
      }),
      { numRuns: 2000 },
    );
  });

  test('NAV-8 an address typed by hand is read as it stands', () => {
    expect(addressToPath('50% off/~home')).toEqual(['50% off', '~home']);
  });
});
