import { uiLanguages, type UiLanguage } from '@causeway/contract/settings/settings.ts';
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { keepHere } from '#platform/keep-here.ts';

const LANGUAGE_KEY = 'causeway.language';

type Texts = Record<string, unknown>;

/** Texts stand beside the code that shows them; the folder's name is the namespace. */
const texts = import.meta.glob<Texts>(
  [
    '../*/texts.*.json',
    '../../domain/{*,*/*}/texts.*.json',
    '!../../domain/{data-grid,filters,row-drafts}/texts.*.json',
    '../../features/{*,*/*}/texts.*.json',
  ],
  { import: 'default' },
);
const common: Record<string, () => Promise<{ default: Record<string, Texts> }>> = {
  en: () => import('./common.en.ts'),
  de: () => import('./common.de.ts'),
};

const loaders = new Map(Object.entries(texts).map(([file, load]) => [keyOf(file), load]));

/** `../texts.en.json` is the platform's own. */
function keyOf(file: string): string {
  const [, folder, language] = /([^/]+)\/texts\.(\w+)\.json$/.exec(file) ?? [];
  return `${folder === '..' ? 'platform' : folder} ${language}`;
}

async function readTexts(language: string, namespace: string): Promise<Texts> {
  const key = `${namespace} ${language}`;
  const own = loaders.get(key);
  if (own) return own();
  const together = (await common[language]?.())?.default ?? {};
  const [, found] = Object.entries(together).find(([file]) => keyOf(file) === key) ?? [];
  if (!found) throw new Error(`There are no texts ${namespace}/texts.${language}.json`);
  return found;
}

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: readTexts,
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
      readTexts(startLanguage(), namespace).catch(() => undefined);
    }
    await started.promise;
  }
  await i18n.loadNamespaces(namespaces);
}

export async function switchLanguage(language: UiLanguage): Promise<void> {
  keepHere(LANGUAGE_KEY, language);
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
