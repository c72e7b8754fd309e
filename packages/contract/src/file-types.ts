/** What a file is, told by its extension; names ending in a slash are folders. */
export type FileType =
  | 'folder'
  | 'image'
  | 'video'
  | 'audio'
  | 'pdf'
  | 'json'
  | 'csv'
  | 'parquet'
  | 'markdown'
  | 'text'
  | 'other';

const extensionsOf = {
  image: 'png jpg jpeg jfif webp gif svg avif bmp ico apng tif tiff heic heif',
  video: 'webm mp4 m4v mov',
  audio: 'mp3 wav ogg oga m4a aac flac opus weba',
  pdf: 'pdf',
  json: 'json geojson webmanifest',
  csv: 'csv tsv',
  parquet: 'parquet',
  markdown: 'md markdown',
  text: 'txt log jsonl ndjson yaml yml toml ini env xml html htm css scss js mjs cjs ts tsx jsx sql sh py rb go rs java c h cpp cs php',
} as const satisfies Partial<Record<FileType, string>>;

const typeByExtension = new Map(
  Object.entries(extensionsOf).flatMap(([type, extensions]) =>
    extensions.split(' ').map((extension) => [extension, type as FileType]),
  ),
);

export function fileTypeOf(name: string): FileType {
  if (isFolder(name)) return 'folder';
  return typeByExtension.get(extensionOf(name)) ?? 'other';
}

export function isFolder(name: string): boolean {
  return name.endsWith('/');
}

/** In lower case and without its dot; empty for `README` and for `.env`, which is a name. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}
