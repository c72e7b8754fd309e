import type { ExportFile } from '@causeway/contract/exports.ts';

const endings: Record<ExportFile['format'], string> = {
  json: 'json',
  ndjson: 'ndjson',
  csv: 'csv',
  xlsx: 'xlsx',
  parquet: 'parquet',
  sql: 'sql',
};

const types: Record<ExportFile['format'], string> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
  sql: 'application/sql',
};

export function isPacked(file: ExportFile): boolean {
  return 'gzip' in file && file.gzip;
}

/** What it is called on a disk: no separators, nothing a file system gives a meaning. */
export function fileNameOf(name: string, file: ExportFile): string {
  const cleaned = name.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+/, '_');
  const ending = endings[file.format];
  return `${cleaned.slice(0, 150) || 'export'}.${ending}${isPacked(file) ? '.gz' : ''}`;
}

export function contentTypeOf(file: ExportFile): string {
  return isPacked(file) ? 'application/gzip' : types[file.format];
}

/** Saved, never shown: what users store must not run as a page of ours. */
export function fileHeaders(fileName: string, file: ExportFile): Record<string, string> {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return {
    'content-type': contentTypeOf(file),
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
}
