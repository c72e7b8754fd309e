import { findSecrets } from './find-secrets.ts';
import type { LocalizedText, SecretPlace } from './snippet.ts';

type Scanned = {
  title: LocalizedText;
  text: LocalizedText;
  sql: string;
  parameters: readonly { name: string; value: string | null }[];
  tags: readonly string[];
};

/** Every field of a snippet that others would read. The editor marks by it, the server refuses by it. */
export function scanSnippet({ title, text, sql, parameters, tags }: Scanned): SecretPlace[] {
  const fields: [string, string][] = [
    ['sql', sql],
    ...inLanguages('title', title),
    ...inLanguages('text', text),
    ...parameters.map(({ name, value }): [string, string] => [`parameters.${name}`, value ?? '']),
    ['tags', tags.join(' ')],
  ];
  return fields.flatMap(([field, words]) =>
    findSecrets(words).map((place) => ({ field, ...place })),
  );
}

function inLanguages(field: string, texts: LocalizedText): [string, string][] {
  return Object.entries(texts).map(([language, words]) => [`${field}.${language}`, words ?? '']);
}
