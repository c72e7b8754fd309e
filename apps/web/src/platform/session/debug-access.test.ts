import { expect, test } from 'vitest';
import { mayOpenDebugPages } from './debug-access.ts';

const inProduction = false;

test('NAV-6 in production only staff reach the debug pages', () => {
  expect(mayOpenDebugPages({ email: 'ada@example.com', staff: false }, inProduction)).toBe(false);
  expect(mayOpenDebugPages({ email: 'ada@example.com', staff: true }, inProduction)).toBe(true);
  expect(mayOpenDebugPages(undefined, inProduction)).toBe(false);
});

test('NAV-6 in sample mode the demo accounts reach the debug pages', () => {
  expect(mayOpenDebugPages({ email: 'demo@causeway.test', staff: false }, inProduction)).toBe(true);
  expect(mayOpenDebugPages({ email: 'a@causeway.test.example', staff: false }, inProduction)).toBe(
    false,
  );
});

test('NAV-6 in development everybody reaches the debug pages', () => {
  expect(mayOpenDebugPages({ email: 'ada@example.com', staff: false }, true)).toBe(true);
});
