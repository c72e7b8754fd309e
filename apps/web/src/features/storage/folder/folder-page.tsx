import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isFolder } from '@causeway/contract/file-types.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { folderOf } from '#domain/storage/storage-keys.ts';
import type { Bucket } from '../bucket.ts';
import { DeletedNotice } from '../deleted/deleted-notice.tsx';
import { DropZone } from './drop-zone.tsx';
import { FolderDialog, type OpenDialog } from '../dialogs/folder-dialog.tsx';
import classes from './folder-page.module.css';
import { FolderPanel } from './folder-panel.tsx';
import { FolderState } from './folder-state.tsx';
import { FolderStatus } from './folder-status.tsx';
import { FolderToolbar } from './folder-toolbar.tsx';
import { shownName } from '../keys.ts';
import { Lightbox } from '../details/lightbox.tsx';
import { ListHeader } from './list-header.tsx';
import { downloadObjects } from '../object-actions.ts';
import { ObjectItems } from '../objects/object-items.tsx';
import { ObjectMenu, type FileCommand, type ObjectCommand } from '../objects/object-menu.tsx';
import { nothingSelected, select, selectAll, withoutGone } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import type { ObjectItem } from '../storage-query.ts';
import type { DroppedFile } from '../transfers/dropped-files.ts';
import { removeObjects, restoreDeleted } from '../jobs.ts';
import { addUploads } from '../transfers/upload-queue.ts';
import { useFocusBack } from './use-focus-back.ts';
import { useFolder } from './use-folder.ts';
import { useFolderActions } from './use-folder-actions.ts';
import { useFolderMode } from './use-folder-mode.ts';
import { useEditHref, useQueryHref, useExploreHref, useFolderView } from '../use-folder-view.ts';

type FolderPageProps = {
  bucket: Bucket;
  folder: string;
  /** The object that is shown large, over its folder. */
  openPath: string | undefined;
};

/** A folder of a bucket: what is in it, and what can be done with it. */
export function FolderPage({ bucket, folder, openPath }: FolderPageProps) {
  const { t } = useTranslation('storage');
  const { view, changeView } = useFolderView();
  const { mode, chooseMode } = useFolderMode(view, changeView);
  const { history } = useRouter();
  const openHref = useOpenHref();
  const exploreHref = useExploreHref();
  const editHref = useEditHref();
  const queryHref = useQueryHref();
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  const listing = useFolder(bucket, folder, view);
  const [chosen, setChosen] = useState(nothingSelected);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [menu, setMenu] = useState<{ x: number; y: number }>();
  const [isPanelOpen, setIsPanelOpen] = useLocalStorage({
    key: 'causeway.objectPanel',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const wasOpenedHere = useRef(false);
  const room = useRef<HTMLDivElement>(null);
  useFocusBack(room, dialog !== undefined || menu !== undefined || openPath !== undefined);

  const { items, listed, order } = listing;
  const selection = withoutGone(chosen, order);
  const selected = items.filter(({ path }) => selection.keys.has(path));
  // Whatever is done with files is done with those that are there; the others come back first.
  const keys = selected.flatMap(({ path, isDeleted }) => (isDeleted ? [] : path));

  const upload = useCallback(
    (files: DroppedFile[]) => addUploads(bucket, folder, files),
    // oxlint-disable-next-line react/exhaustive-deps
    [bucket.connectorId, folder],
  );

  function open(item: ObjectItem) {
    const { mode: shownMode, deleted } = view;
    if (isFolder(item.path)) return openHref(exploreHref(item.path, { mode: shownMode, deleted }));
    if (item.isDeleted) return setDialog({ kind: 'versions', path: item.path });
    wasOpenedHere.current = true;
    openHref(exploreHref(item.path, view));
  }

  function closeLightbox() {
    if (wasOpenedHere.current) history.back();
    else openHref(exploreHref(folder, view), { replace: true });
    wasOpenedHere.current = false;
  }

  function runOnSelected(command: ObjectCommand) {
    if (command !== 'restore' && command !== 'versions') return run(command, keys);
    const gone = selected.flatMap(({ path, isDeleted }) => (isDeleted ? path : []));
    if (gone[0] === undefined) return;
    if (command === 'restore') void restoreDeleted(bucket, gone);
    else setDialog({ kind: 'versions', path: gone[0] });
  }

  function run(command: FileCommand, some: string[]) {
    const [first] = some;
    if (first === undefined) return;
    if (command === 'open') open(items.find(({ path }) => path === first) as ObjectItem);
    else if (command === 'edit') openHref(editHref(first));
    else if (command === 'query') openHref(queryHref(first));
    else if (command === 'download') void downloadObjects(bucket, some);
    else if (command === 'remove') remove(some);
    else if (command === 'link') setDialog({ kind: 'link', path: first });
    else if (command === 'rename') setDialog({ kind: 'rename', path: first });
    else setDialog({ kind: command, keys: some });
  }

  function remove(some: string[]) {
    // What comes back by Undo is not what one meant to go on with.
    setChosen(nothingSelected);
    void removeObjects(bucket, some);
  }

  function runFromLightbox(command: FileCommand, path: string) {
    if (command === 'remove') {
      const place = listed.findIndex((item) => item.path === path);
      const next = [listed[place + 1], listed[place - 1]].find(
        (item) => item && !isFolder(item.path),
      );
      if (next) openHref(exploreHref(next.path, view), { replace: true });
      else closeLightbox();
    }
    run(command, [path]);
  }

  function runByKey(event: KeyboardEvent): boolean {
    if (event.key === 'Delete' && bucket.canWrite) run('remove', keys);
    else if (event.key === 'F2' && bucket.canWrite && keys.length === 1) run('rename', keys);
    else if (event.key === 'Escape') setChosen(nothingSelected);
    else if (isLetter(event, 'm') && bucket.canWrite) run('move', keys);
    else if (isLetter(event, 'd')) run('download', keys);
    else if (isLetter(event, 'r') && bucket.canWrite) runOnSelected('restore');
    else if (isLetter(event, 'i')) togglePanel();
    else if (event.key === 'Backspace' && folder !== '') openHref(exploreHref(folderOf(folder)));
    else return false;
    return true;
  }

  const togglePanel = () => setIsPanelOpen(!isPanelOpen);
  const refresh = () => void listing.query.refetch();
  useFolderActions({
    bucket,
    folder,
    selectedKeys: keys,
    onCommand: runOnSelected,
    onFiles: upload,
    onNew: (kind) => setDialog({ kind }),
    onMode: chooseMode,
    onRefresh: refresh,
    onTogglePanel: togglePanel,
    isDeletedShown: view.deleted,
    deletedCount: selected.length - keys.length,
    onDeleted: (deleted) => changeView({ deleted }),
  });

  const name = folder === '' ? bucket.name : shownName(folder);
  return (
    <DropZone target={name} isEnabled={bucket.canWrite} onFiles={upload}>
      <FolderToolbar
        bucket={bucket}
        folder={folder}
        view={view}
        mode={mode}
        isPanelOpen={isPanelOpen}
        isRefreshing={listing.query.isRefetching && !listing.query.isFetchingNextPage}
        onView={(change) => changeView(change, { replace: true })}
        onMode={chooseMode}
        onRefresh={refresh}
        onTogglePanel={togglePanel}
        onFiles={upload}
        onNew={(kind) => setDialog({ kind })}
      />
      {view.deleted && (
        <DeletedNotice
          deleted={listing.deleted}
          folder={folder}
          count={items.length - listed.length}
          onHide={() => changeView({ deleted: false })}
        />
      )}
      <div className={classes.body}>
        <div ref={room} className={classes.objects} aria-busy={listing.query.isFetching}>
          <FolderState
            listing={listing}
            folder={folder}
            mode={mode}
            isFiltered={view.name !== ''}
            canWrite={bucket.canWrite}
            onClear={() => changeView({ name: '' }, { replace: true })}
            onFiles={upload}
          >
            <ObjectItems
              key={folder}
              bucket={bucket}
              label={t('objects', { folder: name })}
              mode={mode}
              items={items}
              selection={selection}
              isOutdated={listing.isOutdated}
              header={
                mode === 'list' && (
                  <ListHeader
                    view={view}
                    onOrder={(change) => changeView(change, { replace: true })}
                  />
                )
              }
              onSelect={(key, choice) => setChosen(select(selection, order, key, choice))}
              onSelectAll={() => setChosen(selectAll(order))}
              onOpen={open}
              onMenu={(_item, place) => setMenu(place)}
              onCommand={runByKey}
              onNearEnd={listing.loadMore}
            />
          </FolderState>
          {selected.length > 0 && (
            <SelectionBar
              selected={selected}
              canWrite={bucket.canWrite}
              onCommand={runOnSelected}
              onClear={() => setChosen(nothingSelected)}
            />
          )}
        </div>
        {isPanelOpen && (
          <FolderPanel
            bucket={bucket}
            selected={selected}
            isNarrow={isNarrow}
            onClose={() => setIsPanelOpen(false)}
          />
        )}
      </div>
      <FolderStatus
        bucket={bucket}
        folder={folder}
        listing={listing}
        selectedCount={selected.length}
      />
      {menu && (
        <ObjectMenu
          place={menu}
          selected={selected}
          canWrite={bucket.canWrite}
          onCommand={runOnSelected}
          onClose={() => setMenu(undefined)}
        />
      )}
      {openPath !== undefined && (
        <Lightbox
          bucket={bucket}
          path={openPath}
          items={listed}
          onPath={(path) => openHref(exploreHref(path, view), { replace: true })}
          onCommand={runFromLightbox}
          onClose={closeLightbox}
        />
      )}
      {dialog && (
        <FolderDialog
          bucket={bucket}
          folder={folder}
          dialog={dialog}
          onClose={() => setDialog(undefined)}
        />
      )}
    </DropZone>
  );
}

/** By itself: with Ctrl or Cmd it belongs to the browser. */
function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, letter: string): boolean {
  return key === letter && !ctrlKey && !metaKey && !altKey;
}
