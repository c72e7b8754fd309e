import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSafePath } from './safe-path.ts';

test.each([
  '/',
  '/explore/orders?projectId=p1&connectorId=null#row',
  '/explore/a%20b%2Fc',
  '/sql/editor?q=a//b',
])('NAV-2 after login %s opens as asked', (path) => {
  expect(findSafePath(path)).toBe(path);
});

test.each([
  '',
  'explore',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
])('NAV-2 after login %j is not opened, it could leave our origin', (path) => {
  expect(findSafePath(path)).toBeUndefined();
});

test('NAV-2 whatever is opened after login stays on our origin', () => {
  const parts = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '@',
    ':',
    '?',
    '#',
    '%2e',
    '\n',
    'evil.example',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 10 }), (text) => {
      const path = findSafePath(`/${text.join('')}`) ?? '/';
      expect(new URL(path, 'https://our.example').host).toBe('our.example');
    }),
    { numRuns: 5000 },
  );
});
