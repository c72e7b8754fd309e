import { uiLanguages, type UiLanguage } from '@causeway/contract/settings/settings.ts';

/**
 * The language a browser asks for first among ours, as it is sent with every call. It counts for who
 * has chosen none: a code that comes in a language nobody reads is not looked for.
 */
export function askedLanguage(header = ''): UiLanguage | null {
  const tags = header.split(',').map((tag) => tag.trim().toLowerCase().slice(0, 2));
  const known = tags.flatMap((tag) => uiLanguages.find((language) => language === tag) ?? []);
  return known[0] ?? null;
}
