import { Drawer } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isFolder } from '@causeway/contract/file-types.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { folderOf } from '#platform/storage/storage-keys.ts';
import type { Bucket } from './bucket.ts';
import { DetailsPanel } from './details-panel.tsx';
import { DropZone } from './drop-zone.tsx';
import { FolderDialog, type OpenDialog } from './folder-dialog.tsx';
import classes from './folder-page.module.css';
import { FolderState } from './folder-state.tsx';
import { FolderStatus } from './folder-status.tsx';
import { FolderToolbar } from './folder-toolbar.tsx';
import { shownName } from './keys.ts';
import { Lightbox } from './lightbox.tsx';
import { ListHeader } from './list-header.tsx';
import { downloadObjects } from './object-actions.ts';
import { ObjectItems } from './object-items.tsx';
import { ObjectMenu, type ObjectCommand } from './object-menu.tsx';
import { nothingSelected, select, selectAll, withoutGone } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import type { ObjectItem } from './storage-query.ts';
import type { DroppedFile } from './transfers/dropped-files.ts';
import { removeObjects } from './jobs.ts';
import { addUploads } from './transfers/upload-queue.ts';
import { useFolder } from './use-folder.ts';
import { useFolderActions } from './use-folder-actions.ts';
import { useFolderMode } from './use-folder-mode.ts';
import { useEditHref, useQueryHref, useExploreHref, useFolderView } from './use-folder-view.ts';

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

  const { items, order } = listing;
  const selection = withoutGone(chosen, order);
  const selected = items.filter(({ path }) => selection.keys.has(path));

  const upload = useCallback(
    (files: DroppedFile[]) => addUploads(bucket, folder, files),
    // oxlint-disable-next-line react/exhaustive-deps
    [bucket.connectorId, folder],
  );

  function open(item: ObjectItem) {
    if (isFolder(item.path)) return openHref(exploreHref(item.path, { mode: view.mode }));
    wasOpenedHere.current = true;
    openHref(exploreHref(item.path, view));
  }

  function closeLightbox() {
    if (wasOpenedHere.current) history.back();
    else openHref(exploreHref(folder, view), { replace: true });
    wasOpenedHere.current = false;
  }

  function run(command: ObjectCommand, keys: string[]) {
    const [first] = keys;
    if (first === undefined) return;
    if (command === 'open') open(items.find(({ path }) => path === first) as ObjectItem);
    else if (command === 'edit') openHref(editHref(first));
    else if (command === 'query') openHref(queryHref(first));
    else if (command === 'download') void downloadObjects(bucket, keys);
    else if (command === 'remove') remove(keys);
    else if (command === 'link') setDialog({ kind: 'link', path: first });
    else if (command === 'rename') setDialog({ kind: 'rename', path: first });
    else setDialog({ kind: command, keys });
  }

  function remove(keys: string[]) {
    // What comes back by Undo is not what one meant to go on with.
    setChosen(nothingSelected);
    void removeObjects(bucket, keys);
  }

  function runFromLightbox(command: ObjectCommand, path: string) {
    if (command === 'remove') {
      const place = order.indexOf(path);
      const next = [order[place + 1], order[place - 1]].find((key) => key && !isFolder(key));
      if (next) openHref(exploreHref(next, view), { replace: true });
      else closeLightbox();
    }
    run(command, [path]);
  }

  function runByKey(event: KeyboardEvent): boolean {
    const keys = [...selection.keys];
    if (event.key === 'Delete' && bucket.canWrite) run('remove', keys);
    else if (event.key === 'F2' && bucket.canWrite && keys.length === 1) run('rename', keys);
    else if (event.key === 'Escape') setChosen(nothingSelected);
    else if (isLetter(event, 'm') && bucket.canWrite) run('move', keys);
    else if (isLetter(event, 'd')) run('download', keys);
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
    selectedKeys: [...selection.keys],
    onCommand: (command) => run(command, [...selection.keys]),
    onFiles: upload,
    onNew: (kind) => setDialog({ kind }),
    onMode: chooseMode,
    onRefresh: refresh,
    onTogglePanel: togglePanel,
  });

  const panel = (
    <DetailsPanel
      bucket={bucket}
      selected={selected}
      {...(!isNarrow && { onClose: () => setIsPanelOpen(false) })}
    />
  );
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
      <div className={classes.body}>
        <div className={classes.objects} aria-busy={listing.query.isFetching}>
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
              onCommand={(command) => run(command, [...selection.keys])}
              onClear={() => setChosen(nothingSelected)}
            />
          )}
        </div>
        {isPanelOpen && !isNarrow && <div className={classes.panel}>{panel}</div>}
      </div>
      <FolderStatus
        bucket={bucket}
        folder={folder}
        listing={listing}
        selectedCount={selected.length}
      />
      {isNarrow && (
        <Drawer
          opened={isPanelOpen}
          onClose={() => setIsPanelOpen(false)}
          closeButtonProps={{ 'aria-label': t('close') }}
          position="bottom"
          size="70%"
          title={t('details.title')}
          classNames={{ header: classes.drawerHeader ?? '', body: classes.drawerBody ?? '' }}
        >
          {panel}
        </Drawer>
      )}
      {menu && (
        <ObjectMenu
          place={menu}
          keys={[...selection.keys]}
          canWrite={bucket.canWrite}
          onCommand={(command) => run(command, [...selection.keys])}
          onClose={() => setMenu(undefined)}
        />
      )}
      {openPath !== undefined && (
        <Lightbox
          bucket={bucket}
          path={openPath}
          items={items}
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
