import { extensionOf, type FileType, fileTypeOf, isFolder } from '@causeway/contract/file-types.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';

const texts = new Set<FileType>(['json', 'csv', 'markdown', 'text']);
const others = new Set<FileType>(['image', 'video', 'audio', 'pdf', 'parquet']);

/** Which files are looked into, told by their names: what somebody names, else what is known as text. */
export function choiceOf(names: string): (path: string) => boolean {
  const patterns = names
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  return (path) => {
    if (path.startsWith(TRASH_FOLDER) || isFolder(path)) return false;
    const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
    const isDrawing = extensionOf(path) === 'svg';
    const type = isDrawing ? 'text' : fileTypeOf(path);
    if (patterns.length > 0) {
      return !others.has(type) && patterns.some((pattern) => fitsName(pattern, name));
    }
    // README, LICENSE, .env: a name alone is nearly always a text.
    return texts.has(type) || extensionOf(path) === '';
  };
}

/**
 * A star stands for any characters, a question mark for one. Only the last star is ever tried
 * again, so that no pattern takes longer than its length times that of the name.
 */
export function fitsName(pattern: string, name: string): boolean {
  let [inPattern, inName, star, from] = [0, 0, -1, 0];
  while (inName < name.length) {
    if (pattern[inPattern] === '*') {
      [star, from] = [inPattern, inName];
      inPattern += 1;
    } else if (pattern[inPattern] === '?' || pattern[inPattern] === name[inName]) {
      inPattern += 1;
      inName += 1;
    } else if (star !== -1) {
      from += 1;
      [inPattern, inName] = [star + 1, from];
    } else {
      return false;
    }
  }
  return /^\**$/.test(pattern.slice(inPattern));
}
