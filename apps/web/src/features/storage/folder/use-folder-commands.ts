import { isFolder } from '@causeway/contract/file-types.ts';
import { useRouter } from '@tanstack/react-router';
import { useRef, type KeyboardEvent } from 'react';
import { folderOf } from '#domain/storage/storage-keys.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import type { OpenDialog } from '../dialogs/folder-dialog.tsx';
import type { Bucket } from '../bucket.ts';
import type { FolderView } from '../folder-view.ts';
import { removeObjects, restoreDeleted } from '../jobs.ts';
import { downloadObjects } from '../object-actions.ts';
import type { FileCommand, ObjectCommand } from '../objects/object-menu.tsx';
import type { ObjectItem } from '../storage-query.ts';
import { useEditHref, useExploreHref, useQueryHref } from '../use-folder-view.ts';
import type { LoadedFolder } from './use-folder.ts';

type CommandsInput = {
  bucket: Bucket;
  folder: string;
  view: FolderView;
  listing: LoadedFolder;
  selected: ObjectItem[];
  onDialog: (dialog: OpenDialog) => void;
  onNothingSelected: () => void;
  onTogglePanel: () => void;
};

/** What menus, bars, keys and the large view do to objects. */
export function useFolderCommands(input: CommandsInput) {
  const { bucket, folder, view, listing, selected, onDialog, onNothingSelected } = input;
  const { history } = useRouter();
  const openHref = useOpenHref();
  const exploreHref = useExploreHref();
  const editHref = useEditHref();
  const queryHref = useQueryHref();
  const wasOpenedHere = useRef(false);
  // Whatever is done with files is done with those that are there; the others come back first.
  const keys = selected.flatMap(({ path, isDeleted }) => (isDeleted ? [] : path));

  function open(item: ObjectItem) {
    const { mode, deleted } = view;
    if (isFolder(item.path)) return openHref(exploreHref(item.path, { mode, deleted }));
    if (item.isDeleted) return onDialog({ kind: 'versions', path: item.path });
    wasOpenedHere.current = true;
    openHref(exploreHref(item.path, view));
  }

  function showLarge(path: string) {
    openHref(exploreHref(path, view), { replace: true });
  }

  function closeLarge() {
    if (wasOpenedHere.current) history.back();
    else showLarge(folder);
    wasOpenedHere.current = false;
  }

  function runOnSelected(command: ObjectCommand) {
    if (command !== 'restore' && command !== 'versions') return run(command, keys);
    const gone = selected.flatMap(({ path, isDeleted }) => (isDeleted ? path : []));
    if (gone[0] === undefined) return;
    if (command === 'restore') void restoreDeleted(bucket, gone);
    else onDialog({ kind: 'versions', path: gone[0] });
  }

  function run(command: FileCommand, some: string[]) {
    const [first] = some;
    if (first === undefined) return;
    if (command === 'open') open(listing.items.find(({ path }) => path === first) as ObjectItem);
    else if (command === 'edit') openHref(editHref(first));
    else if (command === 'query') openHref(queryHref(first));
    else if (command === 'download') void downloadObjects(bucket, some);
    else if (command === 'remove') remove(some);
    else if (command === 'link') onDialog({ kind: 'link', path: first });
    else if (command === 'rename') onDialog({ kind: 'rename', path: first });
    else onDialog({ kind: command, keys: some });
  }

  function remove(some: string[]) {
    // What comes back by Undo is not what one meant to go on with.
    onNothingSelected();
    void removeObjects(bucket, some);
  }

  /** A removed object gives way to its neighbour. */
  function runOnLarge(command: FileCommand, path: string) {
    if (command === 'remove') {
      const { listed } = listing;
      const place = listed.findIndex((item) => item.path === path);
      const next = [listed[place + 1], listed[place - 1]].find(
        (item) => item && !isFolder(item.path),
      );
      if (next) showLarge(next.path);
      else closeLarge();
    }
    run(command, [path]);
  }

  function runByKey(event: KeyboardEvent): boolean {
    if (event.key === 'Delete' && bucket.canWrite) run('remove', keys);
    else if (event.key === 'F2' && bucket.canWrite && keys.length === 1) run('rename', keys);
    else if (event.key === 'Escape') onNothingSelected();
    else if (isLetter(event, 'm') && bucket.canWrite) run('move', keys);
    else if (isLetter(event, 'd')) run('download', keys);
    else if (isLetter(event, 'r') && bucket.canWrite) runOnSelected('restore');
    else if (isLetter(event, 'i')) input.onTogglePanel();
    else if (event.key === 'Backspace' && folder !== '') openHref(exploreHref(folderOf(folder)));
    else return false;
    return true;
  }

  return { keys, open, showLarge, closeLarge, runOnSelected, runOnLarge, runByKey };
}

/** By itself: with Ctrl or Cmd it belongs to the browser. */
function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, letter: string): boolean {
  return key === letter && !ctrlKey && !metaKey && !altKey;
}
