import type { ImportFormat, ReadOptions } from '@causeway/contract/import-plan.ts';

export type ReadField = keyof ReadOptions;

const text: ReadField[] = ['compression', 'encoding'];
const values: ReadField[] = ['nullWords', 'decimal', 'dateOrder'];

const fields: Record<ImportFormat, ReadField[]> = {
  csv: ['format', ...text, 'delimiter', 'quote', 'header', 'trim', 'skipLines', ...values],
  json: ['format', ...text, ...values],
  ndjson: ['format', ...text, ...values],
  xlsx: ['format', 'sheet', 'header', 'skipLines', ...values],
  parquet: ['format', 'nullWords'],
};

/** What can be chosen about a format; the others of the options mean nothing to it. */
export function fieldsOf(format: ImportFormat): ReadField[] {
  return fields[format];
}
