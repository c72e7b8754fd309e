import { extensionOf } from '@causeway/contract/file-types.ts';

/**
 * How an object is shown by an address of ours. Types come from the extension, never from what an
 * uploader wrote down: a picture that is really a page stays a broken picture.
 */
export type Shown = {
  contentType: string;
  /** Inline types run no script; everything else is saved, not shown. */
  disposition: 'inline' | 'attachment';
};

const inline: Record<string, string> = {
  png: 'image/png',
  apng: 'image/apng',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jfif: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  heic: 'image/heic',
  heif: 'image/heif',
  webm: 'video/webm',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  flac: 'audio/flac',
  opus: 'audio/ogg',
  weba: 'audio/webm',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  log: 'text/plain; charset=utf-8',
  md: 'text/plain; charset=utf-8',
  json: 'text/plain; charset=utf-8',
};

const safeTypes = new Set(Object.values(inline));

/** <img> ignores `attachment`, so an SVG is a picture inside a page and a download on its own. */
export function shownAs(path: string, storedType: string | null): Shown {
  const extension = extensionOf(path);
  if (extension === 'svg') return { contentType: 'image/svg+xml', disposition: 'attachment' };
  const known = inline[extension];
  if (known) return { contentType: known, disposition: 'inline' };
  const stored = storedType?.toLowerCase().split(';', 1)[0] ?? '';
  if (extension === '' && safeTypes.has(stored)) {
    return { contentType: stored, disposition: 'inline' };
  }
  return { contentType: 'application/octet-stream', disposition: 'attachment' };
}

const stored: Record<string, string> = {
  ...inline,
  md: 'text/markdown; charset=utf-8',
  json: 'application/json',
  geojson: 'application/geo+json',
  svg: 'image/svg+xml',
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

/** What a new object is marked as when its writer does not say. */
export function storedTypeOf(path: string): string {
  return stored[extensionOf(path)] ?? 'application/octet-stream';
}
