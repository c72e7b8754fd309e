import { expect, test } from 'vitest';
import { contentLanguage } from './content-language.ts';

test('SET-6 lang decides in which language content is read; until something is chosen, the language shown does', () => {
  expect(contentLanguage({ lang: 'en', uiLang: null }, 'de')).toBe('de');
  expect(contentLanguage({ lang: 'fr', uiLang: null }, 'de')).toBe('fr');
  expect(contentLanguage({ lang: 'en', uiLang: 'de' }, 'de')).toBe('en');
  expect(contentLanguage({ lang: 'it', uiLang: 'en' }, 'en')).toBe('it');
});
