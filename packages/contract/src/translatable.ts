export const contentLanguages = ['en', 'de', 'fr', 'it'] as const;
export type ContentLanguage = (typeof contentLanguages)[number];

export type Translatable = Partial<Record<ContentLanguage, string | null>>;

/**
 * Content kept in several languages: an object with at least two of the language keys. Their values are
 * text (or null, not translated yet), which tells content from counts by country.
 */
export function isTranslatable(value: unknown): value is Translatable {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const texts = contentLanguages
    .filter((language) => Object.hasOwn(value, language))
    .map((language) => (value as Record<string, unknown>)[language]);
  return texts.length >= 2 && texts.every((text) => text === null || typeof text === 'string');
}

/** The text in the user's language, else in the first language that has one. */
export function textIn(content: Translatable, language: string): string {
  const order = [language as ContentLanguage, ...contentLanguages];
  const found = order.find((candidate) => content[candidate]?.trim());
  return found ? (content[found] ?? '') : '';
}
