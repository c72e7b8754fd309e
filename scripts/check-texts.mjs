// Every text exists in both languages, every text that code asks for exists, and none is left over.
// Texts stand in texts.<language>.json beside the code; the folder's name is the namespace.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../apps/web/src/', import.meta.url));
const languages = ['en', 'de'];
const defaultNamespace = 'shell';
const pluralEnding = /_(zero|one|two|few|many|other)$/;

const files = readdirSync(source, { recursive: true }).map((file) => join(source, file));
const namespaces = files.filter((file) => file.endsWith('/texts.en.json')).map(readNamespace);
const orphans = files.filter((file) => /\/texts\.\w+\.json$/.test(file) && !hasEnglish(file));
const codeFiles = files
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
  .map(readCode);

const problems = [
  ...orphans.map((file) => `${shown(file)} has no texts.en.json beside it`),
  ...namespaces.flatMap(compareLanguages),
  ...namespaces.flatMap(findHalfPlurals),
  ...codeFiles.flatMap(findMissing),
  ...namespaces.flatMap(findUnused),
];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`\n${problems.length} problems with texts`);
  process.exit(1);
}
console.log(`${namespaces.length} namespaces of texts are complete in ${languages.join(' and ')}`);

function readNamespace(file) {
  const folder = dirname(file);
  const texts = {};
  for (const language of languages) {
    texts[language] = readTexts(join(folder, `texts.${language}.json`));
  }
  return { name: basename(folder), folder, texts };
}

/** The texts of one file by their full key; undefined when there is no such file. */
function readTexts(file) {
  if (!files.includes(file)) return undefined;
  return new Map(flatten(JSON.parse(readFileSync(file, 'utf8'))));
}

function flatten(texts, prefix = '') {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' ? flatten(value, `${prefix}${key}.`) : [[prefix + key, value]],
  );
}

function hasEnglish(file) {
  return files.includes(join(dirname(file), 'texts.en.json'));
}

function compareLanguages({ folder, texts }) {
  const [first, ...others] = languages;
  return others.flatMap((other) => {
    const file = shown(join(folder, `texts.${other}.json`));
    if (!texts[other]) return [`${file} does not exist`];
    return [
      ...keysWithout(texts[first], texts[other]).map((key) => `${file} lacks '${key}'`),
      ...keysWithout(texts[other], texts[first]).map((key) => `${file} has '${key}' too many`),
      ...[...texts[first]].flatMap(([key, text]) => compareTexts(file, key, text, texts[other])),
    ];
  });
}

function keysWithout(texts, others) {
  return [...texts.keys()].filter((key) => !others.has(key));
}

function compareTexts(file, key, text, others) {
  const other = others.get(key);
  if (other === undefined) return [];
  if (!text.trim() || !other.trim()) return [`${file}: '${key}' is empty`];
  if (placeholders(text) === placeholders(other)) return [];
  return [`${file}: '${key}' fills in other values than the English text`];
}

/** What is filled in, and the tags a sentence is drawn with. */
function placeholders(text) {
  return [...new Set(text.match(/\{\{\s*\w+|<\/?\w+>/g))].toSorted().join();
}

/** English and German both count one and several. */
function findHalfPlurals({ folder, texts }) {
  return [...texts.en.keys()]
    .filter((key) => pluralEnding.test(key))
    .map((key) => key.replace(pluralEnding, ''))
    .filter((key) => !texts.en.has(`${key}_one`) || !texts.en.has(`${key}_other`))
    .map((key) => `${shown(join(folder, 'texts.en.json'))}: '${key}' needs _one and _other`);
}

function readCode(file) {
  const code = readFileSync(file, 'utf8').replace(/^\s*\/\/.*$|\/\*[^]*?\*\//gm, '');
  const own = [
    ...code.matchAll(/useTranslation\(\s*(?:'([\w-]+)')?/g),
    ...code.matchAll(/\bns="([\w-]+)"/g),
  ];
  return {
    file,
    code,
    namespaces: new Set(own.map(([, name]) => name ?? defaultNamespace)),
    asked: [...code.matchAll(/\bt\(\s*'([^'\n]+)'/g), ...code.matchAll(/\bi18nKey="([^"]+)"/g)].map(
      ([, key]) => key,
    ),
    askedByPattern: [...code.matchAll(/\bt\(\s*`([^`]+)`/g)].map(([, template]) => template),
    strings: new Set(
      [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)].map((match) => match[1] ?? match[2]),
    ),
    // A template without a dot is no key: it would stand for every short one.
    patterns: [...code.matchAll(/`([^`]*\$\{[^`]*)`/g)]
      .map(([, template]) => template)
      .filter((template) => template.replace(/\$\{[^}]*\}/g, '').includes('.'))
      .map(patternOf),
  };
}

function findMissing({ file, namespaces: used, asked, askedByPattern }) {
  const missing = [
    ...asked.filter((key) => !keysFor(key, used).some((known) => known === bareKey(key))),
    ...askedByPattern.filter((template) => {
      const pattern = patternOf(bareKey(template));
      return !keysFor(template, used).some((known) => pattern.test(known));
    }),
  ];
  return missing.map((key) => `${shown(file)} asks for '${key}', which no text has`);
}

/** All keys a call could mean, plural endings left off, as code asks for them. */
function keysFor(key, used) {
  const [, named] = /^([\w-]+):/.exec(key) ?? [];
  return namespaces
    .filter(({ name }) => (named ? name === named : used.size === 0 || used.has(name)))
    .flatMap(({ texts }) => [...texts.en.keys()].map((known) => known.replace(pluralEnding, '')));
}

function bareKey(key) {
  return key.replace(/^[\w-]+:/, '');
}

function findUnused({ name, folder, texts }) {
  const near = codeFiles.filter(({ file, namespaces: used, code }) => {
    return used.has(name) || file.startsWith(`${folder}/`) || code.includes(`${name}:`);
  });
  return [...texts.en.keys()]
    .filter(
      (key) => !near.some((codeFile) => mentions(codeFile, name, key.replace(pluralEnding, ''))),
    )
    .map((key) => `${shown(join(folder, 'texts.en.json'))}: nothing uses '${key}'`);
}

/** A key may reach `t` through a list or a property, so any string that spells it counts. */
function mentions({ strings, patterns }, name, key) {
  const full = `${name}:${key}`;
  if (strings.has(key) || strings.has(full)) return true;
  return patterns.some((pattern) => pattern.test(key) || pattern.test(full));
}

/** A template as a pattern: what is filled in stands for one part of a key. */
function patternOf(template) {
  const parts = template
    .split(/\$\{[^}]*\}/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^.]+')}$`);
}

function shown(file) {
  return relative(fileURLToPath(new URL('..', import.meta.url)), file);
}
