import { extensionOf, fileTypeOf, type FileType } from '@causeway/contract/file-types.ts';
import type { IconName } from '#ui/icon.tsx';

const iconsOfTypes: Record<FileType, IconName> = {
  folder: 'folder',
  image: 'image',
  video: 'video',
  audio: 'audio',
  pdf: 'pdf',
  json: 'json',
  csv: 'table',
  parquet: 'table',
  markdown: 'fileText',
  text: 'fileText',
  other: 'file',
};

const archives = new Set(['zip', 'gz', 'tgz', 'tar', '7z', 'rar', 'bz2', 'xz', 'zst']);

export function fileIcon(name: string): IconName {
  const extension = extensionOf(name);
  if (extension === 'xlsx') return 'table';
  if (archives.has(extension)) return 'fileZip';
  return iconsOfTypes[fileTypeOf(name)];
}
