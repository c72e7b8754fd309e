import { expect, test } from 'vitest';

type Texts = { [key: string]: string | Texts };

const files = import.meta.glob<Texts>('/src/**/texts.*.json', { eager: true, import: 'default' });
const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.{ts,tsx}'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const folders = [
  ...new Set(Object.keys(files).map((file) => file.replace(/\/texts\.\w+\.json$/, ''))),
];
const PLURAL = /_(zero|one|other)$/;

test.each(folders)(
  'SET-3 %s has every text in English and German, with the same values',
  (folder) => {
    const english = flatten(files[`${folder}/texts.en.json`] ?? {});
    const german = flatten(files[`${folder}/texts.de.json`] ?? {});
    expect(Object.keys(german).toSorted()).toEqual(Object.keys(english).toSorted());
    for (const [key, text] of Object.entries(english)) {
      expect(text, key).not.toBe('');
      expect(valuesIn(german[key] ?? ''), key).toEqual(valuesIn(text));
    }
  },
);

test.each(folders)('SET-3 %s has no text that is missing or unused', (folder) => {
  const keys = Object.keys(flatten(files[`${folder}/texts.en.json`] ?? {}));
  const names = new Set(keys.map((key) => key.replace(PLURAL, '')));
  const used = usesIn(folder);
  const missing = [...used.exact].filter((key) => !names.has(key));
  const unused = [...names].filter(
    (key) => !used.exact.has(key) && !used.patterns.some((pattern) => pattern.test(key)),
  );
  expect({ missing, unused }).toEqual({ missing: [], unused: [] });
});

test.each(['en', 'de'])(
  'CHAT-4 SET-3 in %s, what a model may see is called the same where it is chosen and where it is limited',
  (language) => {
    const textsOf = (folder: string) =>
      flatten(files[`/src/${folder}/texts.${language}.json`] ?? {});
    const chosen = textsOf('domain/assistant');
    const limited = textsOf('features/assistant/assistant-settings');
    const levels = Object.keys(chosen).flatMap((key) => /^levels\.(\w+)$/.exec(key)?.[1] ?? []);
    expect(levels).not.toEqual([]);
    for (const level of levels) {
      expect(chosen[`levels.${level}`]).toBe(limited[`level.${level}.name`]);
    }
  },
);

/** What the code says to `t`: whole keys, and patterns where a part of the key is computed. */
function usesIn(folder: string): { exact: Set<string>; patterns: RegExp[] } {
  const namespace = folder.split('/').at(-1) ?? '';
  const exact = new Set<string>();
  const patterns: RegExp[] = [];
  for (const [file, source] of Object.entries(sources)) {
    const own = namespaceOf(source);
    const isInside = own ? own === namespace : nearestFolder(file) === folder;
    for (const [, quote, key = ''] of source.matchAll(
      /\bt(?:ranslate)?\(\s*(?:[^'"`()]*\?\s*)?(['`])([^'`]+)\1/g,
    )) {
      const [, named, rest = key] = /^(\w[\w-]*):(.+)$/.exec(key) ?? [];
      if (named ? named !== namespace : !isInside) continue;
      if (quote === '`') patterns.push(patternOf(rest));
      else exact.add(rest);
    }
    for (const [, named, key = ''] of source.matchAll(/`([\w-]+):([^`]+)`/g)) {
      if (named === namespace) patterns.push(patternOf(key));
    }
    // A key that is chosen before it is used stands as a plain text in the code.
    if (isInside)
      for (const [, text = ''] of source.matchAll(/['"]([a-z][\w.-]*)['"]/gi))
        patterns.push(new RegExp(`^${text.replaceAll('.', '\\.')}$`));
  }
  return { exact, patterns };
}

/** What a file reads its texts from, where it says so once. */
function namespaceOf(source: string): string | undefined {
  const named = new Set(
    [...source.matchAll(/useTranslation\('([\w-]+)'\)/g)].map(([, name]) => name),
  );
  return named.size === 1 ? [...named][0] : undefined;
}

function nearestFolder(file: string): string | undefined {
  return folders
    .filter((folder) => file.startsWith(`${folder}/`))
    .toSorted((one, other) => other.length - one.length)[0];
}

function patternOf(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${parts.join('.+')}$`);
}

function flatten(texts: Texts, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[prefix + key, value]]
        : Object.entries(flatten(value, `${prefix}${key}.`)),
    ),
  );
}

function valuesIn(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)/g)].map(([, name = '']) => name).toSorted();
}
