import { afterEach, expect, test } from 'vitest';
import { mayOpenDebugPages } from './debug-access.ts';

afterEach(() => {
  document.head.innerHTML = '';
});

test('NAV-6.1 in production only staff reach the debug pages', () => {
  document.head.innerHTML = '<meta name="causeway:production" content="yes">';
  expect(mayOpenDebugPages({ staff: false })).toBe(false);
  expect(mayOpenDebugPages({ staff: true })).toBe(true);
  expect(mayOpenDebugPages(undefined)).toBe(false);
});

test('NAV-6.1 elsewhere everybody who is signed in reaches the debug pages', () => {
  document.head.innerHTML = '<meta name="causeway:production" content="no">';
  expect(mayOpenDebugPages({ staff: false })).toBe(true);
  expect(mayOpenDebugPages(undefined)).toBe(false);
});
