import { extensionOf, fileTypeOf } from '@causeway/contract/file-types.ts';
import type { fileGroups } from '@causeway/contract/storage/bucket-index.ts';

type FileGroup = (typeof fileGroups)[number];

const documents = new Set('pdf md markdown txt doc docx odt rtf ppt pptx odp html htm'.split(' '));
const data = new Set(
  'json geojson csv tsv parquet xlsx xls ods ndjson jsonl xml yaml yml sql db sqlite avro orc'.split(
    ' ',
  ),
);

/** What an object is, as roughly as people look for it. */
export function fileGroupOf(path: string): FileGroup {
  const type = fileTypeOf(path);
  if (type === 'image' || type === 'video' || type === 'audio') return type;
  const extension = extensionOf(path);
  if (documents.has(extension)) return 'document';
  return data.has(extension) ? 'data' : 'other';
}

/** Paths as they are searched: letters composed as people type them, in lower case. */
export function searchedText(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
