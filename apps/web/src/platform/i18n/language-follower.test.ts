import { expect, test, vi } from 'vitest';
import { createProject, createUser } from '#testing/factories.ts';
import { languageOf } from './language-follower.tsx';

const german = createProject({
  settings: { defaultUiLang: 'de', timeZone: 'UTC', publicLinks: true, mailDomains: [] },
});

test('SET-3 the language is the chosen one, else the default of the project, else that of the browser, else English', () => {
  const user = createUser();
  const chosen = createUser({ settings: { ...user.settings, uiLang: 'en' } });
  expect(languageOf(chosen, [german])).toBe('en');
  expect(languageOf(user, [german])).toBe('de');
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-FR', 'de-DE', 'en']);
  expect(languageOf(user, [])).toBe('de');
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-FR']);
  expect(languageOf(user, [])).toBe('en');
  vi.restoreAllMocks();
});
