/** Something for the bucket; it is made when its turn comes, so few of them are in memory at once. */
export type SampleObject = {
  key: string;
  make: (signal: AbortSignal) => Buffer | Promise<Buffer>;
  /** What it was before, oldest first: the bucket keeps these as its versions. */
  earlier?: readonly string[];
  /** How long it takes, a small text taking 1: progress should run evenly. */
  effort?: number;
};

const types: Record<string, string> = {
  avif: 'image/avif',
  csv: 'text/csv',
  gif: 'image/gif',
  html: 'text/html',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain; charset=utf-8',
  webm: 'video/webm',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export function contentTypeOf(key: string): string {
  return types[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
}

export function textObject(
  key: string,
  text: string,
  earlier: readonly string[] = [],
): SampleObject {
  return { key, make: () => Buffer.from(text), earlier };
}
