import { objectName } from '@causeway/contract/storage/object-listing.ts';

/** A name as people read it: the slash of a folder is drawn by its icon. */
export function shownName(key: string): string {
  const name = objectName(key);
  return name.endsWith('/') && name.length > 1 ? name.slice(0, -1) : name;
}

/** The folders on the way to a folder, from the root: `a/b/` lies in '', `a/` and `a/b/`. */
export function listFolders(folder: string): string[] {
  const folders = [''];
  for (let end = folder.indexOf('/'); end !== -1; end = folder.indexOf('/', end + 1)) {
    folders.push(folder.slice(0, end + 1));
  }
  return folders;
}

/** The same thing in another folder. */
export function movedTo(key: string, folder: string): string {
  return folder + objectName(key);
}

/** The same thing under another name; a folder stays a folder. */
export function renamedTo(key: string, name: string): string {
  const ownName = objectName(key);
  const folder = key.slice(0, key.length - ownName.length);
  return folder + name + (key.endsWith('/') ? '/' : '');
}

/** How much of a name is its stem: what one types over when renaming. */
export function stemLength(name: string): number {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? dot : name.length;
}
