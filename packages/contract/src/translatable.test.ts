import { expect, test } from 'vitest';
import { isTranslatable, textIn } from './translatable.ts';

test.each([
  { en: 'Hello', de: 'Hallo' },
  { fr: 'Bonjour', it: 'Ciao' },
  { en: 'Hello', de: null },
  { en: 'Hello', de: 'Hallo', slug: 'hello' },
])('SET-6 %j is translatable content', (value) => {
  expect(isTranslatable(value)).toBe(true);
});

test.each([
  { en: 'Hello' },
  { en: 'Hello', es: 'Hola' },
  { de: 12, it: 5 },
  ['en', 'de'],
  {},
  'en de',
  null,
  undefined,
])('SET-6 %j is not translatable content', (value) => {
  expect(isTranslatable(value)).toBe(false);
});

test('SET-6 content is shown in the language of the user', () => {
  expect(textIn({ en: 'Hello', de: 'Hallo' }, 'de')).toBe('Hallo');
});

test('SET-6 content that lacks the language falls back to one it has', () => {
  expect(textIn({ en: 'Hello', fr: 'Bonjour' }, 'de')).toBe('Hello');
  expect(textIn({ en: ' ', de: null, it: 'Ciao' }, 'de')).toBe('Ciao');
  expect(textIn({ en: '', de: '' }, 'de')).toBe('');
});
