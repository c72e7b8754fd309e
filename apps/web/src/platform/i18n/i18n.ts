import { uiLanguages, type UiLanguage } from '@causeway/contract/settings/settings.ts';
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';

const LANGUAGE_KEY = 'causeway.language';

/** Texts stand beside the code that shows them; the folder's name is the namespace. */
const texts = import.meta.glob<Record<string, unknown>>(
  [
    '../texts.*.json',
    '../*/texts.*.json',
    '../../{domain,shell,ui}/texts.*.json',
    '../../domain/{*,*/*}/texts.*.json',
    '../../features/{*,*/*}/texts.*.json',
  ],
  { import: 'default' },
);

const loaders = new Map(
  Object.entries(texts).map(([file, load]) => {
    const [, folder, language] = /([^/]+)\/texts\.(\w+)\.json$/.exec(file) ?? [];
    // `../texts.en.json` is the platform's own.
    return [`${folder === '..' ? 'platform' : folder} ${language}`, load];
  }),
);

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: async (language, namespace) => {
    const load = loaders.get(`${namespace} ${language}`);
    if (!load) throw new Error(`There are no texts ${namespace}/texts.${language}.json`);
    return load();
  },
};

export const i18n = i18next.createInstance();
const started = Promise.withResolvers<void>();

export async function startI18n(language = startLanguage()): Promise<void> {
  await i18n
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      // Both languages are complete (texts.test.ts), so a second one is never loaded as a fallback.
      fallbackLng: false,
      supportedLngs: [...uiLanguages],
      ns: ['platform', 'ui', 'domain', 'shell'],
      defaultNS: 'shell',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
  document.documentElement.lang = language;
  started.resolve();
}

/** Called with a page's chunk, so that the page never shows without its words. */
export async function loadTexts(namespaces: string | readonly string[]): Promise<void> {
  // The first page is asked for before the language has started, which would forget what is asked
  // for by then: it is fetched meanwhile.
  if (!i18n.isInitialized) {
    for (const namespace of [namespaces].flat()) {
      // Ahead of time only: asked for again below, which tells.
      loaders
        .get(`${namespace} ${startLanguage()}`)?.()
        .catch(() => undefined);
    }
    await started.promise;
  }
  await i18n.loadNamespaces(namespaces);
}

export async function switchLanguage(language: UiLanguage): Promise<void> {
  localStorage.setItem(LANGUAGE_KEY, language);
  if (i18n.language === language) return;
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Before a user is known: what this browser showed last, else what it asks for. */
export function startLanguage(): UiLanguage {
  const last = localStorage.getItem(LANGUAGE_KEY);
  return uiLanguages.find((known) => known === last) ?? browserLanguage();
}

/** What the browser asks for, else English. */
export function browserLanguage(): UiLanguage {
  for (const tag of navigator.languages) {
    const language = uiLanguages.find((known) => tag.toLowerCase().startsWith(known));
    if (language) return language;
  }
  return 'en';
}

export function shownLanguage(): UiLanguage {
  return uiLanguages.find((known) => known === i18n.language) ?? 'en';
}
