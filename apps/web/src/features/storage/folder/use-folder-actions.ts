import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { usePageActions, type PageAction } from '#platform/page-actions.ts';
import type { Bucket } from '../bucket.ts';
import { iconsOfScreens } from '../bucket-menu.tsx';
import { bucketScreens, folderModes, iconsOfModes, type FolderMode } from '../folder-view.ts';
import {
  iconsOfCommands,
  listCommands,
  type FileCommand,
  type ObjectCommand,
} from '../objects/object-menu.tsx';
import { chooseFiles } from '../transfers/choose-files.ts';
import type { DroppedFile } from '../transfers/dropped-files.ts';
import { useExploreHref } from '../use-folder-view.ts';

/** The keys that do something with what is selected. */
const keysOfCommands: Partial<Record<FileCommand, string[]>> = {
  open: ['enter'],
  download: ['D'],
  rename: ['F2'],
  move: ['M'],
  remove: ['delete'],
};

type FolderDoings = {
  bucket: Bucket;
  folder: string;
  selectedKeys: string[];
  onCommand: (command: ObjectCommand) => void;
  onFiles: (files: DroppedFile[]) => void;
  onNew: (kind: 'newFolder' | 'newFile') => void;
  onMode: (mode: FolderMode) => void;
  onRefresh: () => void;
  onTogglePanel: () => void;
  isDeletedShown: boolean;
  /** How many of those selected were deleted. */
  deletedCount: number;
  onDeleted: (isShown: boolean) => void;
};

/** Everything the folder on screen can do, for the palette and the list of shortcuts. */
export function useFolderActions(doings: FolderDoings): void {
  const { bucket, folder, selectedKeys } = doings;
  const { t } = useTranslation('storage');
  const { number } = useFormats();
  const openHref = useOpenHref();
  const exploreHref = useExploreHref();

  const making: PageAction[] = [
    {
      id: 'upload',
      name: t('new.files'),
      icon: 'upload',
      run: () => chooseFiles(doings.onFiles),
    },
    {
      id: 'uploadFolder',
      name: t('new.uploadFolder'),
      icon: 'folder',
      run: () => chooseFiles(doings.onFiles, { isFolder: true }),
    },
    {
      id: 'newFolder',
      name: t('new.folder'),
      icon: 'folderPlus',
      run: () => doings.onNew('newFolder'),
    },
    { id: 'newFile', name: t('new.file'), icon: 'filePlus', run: () => doings.onNew('newFile') },
  ];

  const possible = new Set(listCommands(selectedKeys, bucket.canWrite));
  const commands = listCommands(['a'], bucket.canWrite).filter(
    (command) => keysOfCommands[command] || possible.has(command),
  );
  const onSelected = commands.map((command): PageAction => {
    const keys = keysOfCommands[command];
    const isPossible = selectedKeys.length > 0 && possible.has(command);
    const name = t(`action.${command}`);
    return {
      id: command,
      name: isPossible
        ? t('shortcut.selected', { name, count: number(selectedKeys.length) })
        : name,
      icon: iconsOfCommands[command],
      ...(keys && { keys }),
      ...(isPossible && { run: () => doings.onCommand(command) }),
    };
  });

  const restoring: PageAction = {
    id: 'restore',
    name:
      doings.deletedCount > 0
        ? t('shortcut.selected', { name: t('action.restore'), count: number(doings.deletedCount) })
        : t('action.restore'),
    icon: iconsOfCommands.restore,
    keys: ['R'],
    ...(doings.deletedCount > 0 && { run: () => doings.onCommand('restore') }),
  };

  const moving: PageAction[] = [
    { id: 'toggle', name: t('shortcut.toggle'), icon: 'check', keys: ['space'] },
    { id: 'all', name: t('shortcut.all'), icon: 'check', keys: ['mod+A'] },
    { id: 'range', name: t('shortcut.range'), icon: 'check', keys: ['shift+up', 'shift+down'] },
    { id: 'menu', name: t('shortcut.menu'), icon: 'more', keys: ['shift+F10'] },
    { id: 'up', name: t('shortcut.up'), icon: 'arrowUp', keys: ['backspace'] },
  ];

  const looking: PageAction[] = [
    {
      id: 'panel',
      name: t('details.toggle'),
      icon: 'paneRight',
      keys: ['I'],
      run: doings.onTogglePanel,
    },
    {
      id: 'deleted',
      name: t(doings.isDeletedShown ? 'deleted.hide' : 'deleted.show'),
      icon: 'history',
      run: () => doings.onDeleted(!doings.isDeletedShown),
    },
    { id: 'refresh', name: t('refresh'), icon: 'refresh', run: doings.onRefresh },
    ...folderModes.map((mode): PageAction => ({
      id: `mode ${mode}`,
      name: t('shortcut.view', { view: t(`mode.${mode}`) }),
      icon: iconsOfModes[mode],
      run: () => doings.onMode(mode),
    })),
    ...bucketScreens.map((screen): PageAction => ({
      id: `screen ${screen}`,
      name: t('shortcut.screen', { screen: t(`screen.${screen}`) }),
      icon: iconsOfScreens[screen],
      run: () => openHref(exploreHref(folder, { screen })),
    })),
  ];

  usePageActions([
    ...(bucket.canWrite ? making : []),
    ...onSelected,
    ...(bucket.canWrite && doings.isDeletedShown ? [restoring] : []),
    ...moving,
    ...looking,
  ]);
}
