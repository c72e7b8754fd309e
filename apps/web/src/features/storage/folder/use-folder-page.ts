import { useLocalStorage } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import type { Bucket } from '../bucket.ts';
import type { OpenDialog } from '../dialogs/folder-dialog.tsx';
import type { DroppedFile } from '../transfers/dropped-files.ts';
import { addUploads } from '../transfers/upload-queue.ts';
import { useFolderView } from '../use-folder-view.ts';
import { nothingSelected, select, selectAll, withoutGone } from './selection.ts';
import { useFolder } from './use-folder.ts';
import { useFolderActions } from './use-folder-actions.ts';
import { useFolderCommands } from './use-folder-commands.ts';
import { useFolderMode } from './use-folder-mode.ts';

export type OpenedFolder = {
  bucket: Bucket;
  folder: string;
  /** The object that is shown large, over its folder. */
  openPath: string | undefined;
};
export type FolderPageState = ReturnType<typeof useFolderPage>;

/** Everything the parts of a folder's page show and do; made once, handed to each of them. */
export function useFolderPage({ bucket, folder, openPath }: OpenedFolder) {
  const { view, changeView } = useFolderView();
  const { mode, chooseMode } = useFolderMode(view, changeView);
  const listing = useFolder(bucket, folder, view);
  const [chosen, setChosen] = useState(nothingSelected);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [menu, setMenu] = useState<{ x: number; y: number }>();
  const [isPanelOpen, setIsPanelOpen] = useLocalStorage({
    key: 'causeway.objectPanel',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const { items, order } = listing;
  const selection = withoutGone(chosen, order);
  const selected = items.filter(({ path }) => selection.keys.has(path));

  const upload = useCallback(
    (files: DroppedFile[]) => addUploads(bucket, folder, files),
    // oxlint-disable-next-line react/exhaustive-deps
    [bucket.connectorId, folder],
  );
  const togglePanel = () => setIsPanelOpen(!isPanelOpen);
  const refresh = () => void listing.query.refetch();
  const clearSelection = () => setChosen(nothingSelected);
  const commands = useFolderCommands({
    bucket,
    folder,
    view,
    listing,
    selected,
    onDialog: setDialog,
    onNothingSelected: clearSelection,
    onTogglePanel: togglePanel,
  });
  useFolderActions({
    bucket,
    folder,
    selectedKeys: commands.keys,
    onCommand: commands.runOnSelected,
    onFiles: upload,
    onNew: (kind) => setDialog({ kind }),
    onMode: chooseMode,
    onRefresh: refresh,
    onTogglePanel: togglePanel,
    isDeletedShown: view.deleted,
    deletedCount: selected.length - commands.keys.length,
    onDeleted: (deleted) => changeView({ deleted }),
  });
  return {
    bucket,
    folder,
    openPath,
    view,
    changeView,
    mode,
    chooseMode,
    listing,
    selection,
    selected,
    select: (key: string, choice: Parameters<typeof select>[3]) =>
      setChosen(select(selection, order, key, choice)),
    selectAll: () => setChosen(selectAll(order)),
    clearSelection,
    dialog,
    setDialog,
    menu,
    setMenu,
    isPanelOpen,
    closePanel: () => setIsPanelOpen(false),
    togglePanel,
    refresh,
    upload,
    commands,
  };
}
