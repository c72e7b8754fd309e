import type { ImportFormat, ReadOptions } from '@causeway/contract/imports/plan.ts';

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

/**
 * What can be chosen about a file; the others of the options mean nothing to its format. That a file is
 * compressed is beyond doubt, so it is only told.
 */
export function fieldsOf({ format, compression }: ReadOptions): ReadField[] {
  return fields[format].filter((field) => field !== 'compression' || compression !== 'none');
}
