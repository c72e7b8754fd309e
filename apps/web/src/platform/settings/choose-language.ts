import { uiLanguages, type UiLanguage } from '@causeway/contract/settings/settings.ts';
import { shownLanguage, switchLanguage } from '#platform/i18n/i18n.ts';
import { keepHere } from '#platform/keep-here.ts';
import { findCurrentUser } from '#platform/session/user-query.ts';
import { contentLanguage } from './content-language.ts';
import { changeSetting } from './use-settings.ts';

const GUEST_KEY = 'causeway.guest-language';

/** Kept with the person; with the browser as long as nobody is signed in. */
export function chooseLanguage(next: UiLanguage): void {
  const settings = findCurrentUser()?.settings;
  if (!settings) {
    keepHere(GUEST_KEY, next);
    void switchLanguage(next);
    return;
  }
  // Content goes along, unless somebody wants to read it in another language than the product's.
  const shown = shownLanguage();
  const follows = contentLanguage(settings, shown) === shown;
  changeSetting({ uiLang: next, ...(follows && { lang: next }) });
}

/** What somebody chose on the way in is theirs, unless their account has a language already. */
export function takeGuestLanguage(): void {
  const chosen = localStorage.getItem(GUEST_KEY);
  localStorage.removeItem(GUEST_KEY);
  const language = uiLanguages.find((known) => known === chosen);
  if (language && findCurrentUser()?.settings.uiLang === null) chooseLanguage(language);
}
