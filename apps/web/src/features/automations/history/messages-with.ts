import { wordsOf } from '@causeway/contract/automations/run-messages.ts';
import { i18n } from '#platform/i18n/i18n.ts';

/**
 * Names of our sentences and codes that have the words in the reader's language. Runs record in
 * English, so that only the server can find them, and only there by name.
 */
export function messagesWith(search: string | undefined): string | undefined {
  const { language } = i18n;
  if (!search || language === 'en') return undefined;
  const words = search.toLowerCase();
  const texts = {
    ...(i18n.getResource(language, 'automations', 'message') as Texts),
    ...(i18n.getResource(language, 'platform', 'error') as Texts),
  };
  const names = Object.keys(texts).filter((name) => {
    return wordsOf(texts[name] ?? '').some((part) => part.toLowerCase().includes(words));
  });
  return names.join(',') || undefined;
}

type Texts = Record<string, string> | undefined;
