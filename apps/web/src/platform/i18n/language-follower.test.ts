import { expect, test } from 'vitest';
import { createProject, createUser } from '#testing/factories.ts';
import { languageOf } from './language-follower.tsx';

const german = createProject({ settings: { defaultUiLang: 'de' } });

test('SET-3 the language is the chosen one, else the default of the project, else English', () => {
  const user = createUser();
  const chosen = createUser({ settings: { ...user.settings, uiLang: 'en' } });
  expect(languageOf(chosen, [german])).toBe('en');
  expect(languageOf(user, [german])).toBe('de');
  expect(languageOf(user, [])).toBe('en');
});
