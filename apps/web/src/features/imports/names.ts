import type { ImportSource } from '@causeway/contract/imports/records.ts';

export const LONGEST_NAME = 63;

/** The last part of a key or path. */
export function fileNameOf(source: ImportSource): string {
  const path = source.kind === 'upload' ? source.fileName : source.key;
  return path.split('/').findLast((part) => part !== '') ?? path;
}

/** What a new table would be called after its file: orders-2024.csv.gz becomes orders_2024. */
export function tableNameOf(source: ImportSource): string {
  const stem = fileNameOf(source).replace(
    /(\.(csv|tsv|txt|json|ndjson|jsonl|xlsx|parquet|gz))+$/i,
    '',
  );
  return plainName(stem) || 'imported';
}

/** A name that needs no quotes in SQL, as far as it can be had; letters of any language stay. */
export function plainName(text: string): string {
  const name = text
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  return (/^\p{N}/u.test(name) ? `n_${name}` : name).slice(0, LONGEST_NAME);
}

/** Names of new columns: each once, and none empty. */
export function columnNamesOf(columns: readonly string[]): string[] {
  const taken = new Set<string>();
  return columns.map((column, place) => {
    const name = freeName(plainName(column) || `column_${place + 1}`, taken);
    taken.add(name);
    return name;
  });
}

/** The name itself, or with the first number that makes it one of its own. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) {
    name = `${wanted.slice(0, LONGEST_NAME - 4)}_${count}`;
  }
  return name;
}
