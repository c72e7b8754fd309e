import { isFolder } from '@causeway/contract/file-types.ts';
import { tableFormatOf } from '@causeway/contract/sql/files.ts';
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#ui/icon.tsx';
import { canEdit } from '../object-actions.ts';
import classes from './object-menu.module.css';
import type { ObjectItem } from '../storage-query.ts';

/** What can be done with files that are there. */
export type FileCommand =
  | 'open'
  | 'edit'
  | 'query'
  | 'download'
  | 'link'
  | 'rename'
  | 'move'
  | 'copy'
  | 'remove';

export type ObjectCommand = FileCommand | 'versions' | 'restore';

export const iconsOfCommands: Record<ObjectCommand, IconName> = {
  open: 'eye',
  edit: 'edit',
  query: 'code',
  download: 'download',
  link: 'link',
  rename: 'rename',
  move: 'folderMove',
  copy: 'copy',
  remove: 'trash',
  versions: 'history',
  restore: 'undo',
};

/** What can be done with these, in the order of a menu. */
export function listCommands(keys: string[], canWrite: boolean): FileCommand[] {
  const [only] = keys.length === 1 ? keys : [];
  const commands: [FileCommand, boolean][] = [
    ['open', only !== undefined],
    ['edit', only !== undefined && canEdit(only)],
    ['query', only !== undefined && tableFormatOf(only) !== undefined],
    ['download', true],
    ['link', only !== undefined && !isFolder(only)],
    ['rename', canWrite && only !== undefined],
    ['move', canWrite],
    ['copy', canWrite],
    ['remove', canWrite],
  ];
  return commands.flatMap(([command, isPossible]) => (isPossible ? command : []));
}

/** The same for what is selected, of which some may have been deleted: then only those count. */
export function commandsFor(selected: ObjectItem[], canWrite: boolean): ObjectCommand[] {
  const deleted = selected.filter(({ isDeleted }) => isDeleted);
  if (deleted.length === 0) {
    return listCommands(
      selected.map(({ path }) => path),
      canWrite,
    );
  }
  const [only] = selected.length === 1 ? deleted : [];
  const hasVersions = only !== undefined && !isFolder(only.path);
  return [
    ...(hasVersions ? (['versions'] as const) : []),
    ...(canWrite ? (['restore'] as const) : []),
  ];
}

type ObjectMenuProps = {
  place: { x: number; y: number };
  selected: ObjectItem[];
  canWrite: boolean;
  onCommand: (command: ObjectCommand) => void;
  onClose: () => void;
};

/** Under the pointer, where it was asked for. */
export function ObjectMenu({ place, selected, canWrite, onCommand, onClose }: ObjectMenuProps) {
  const { t } = useTranslation('storage');
  return (
    <Menu opened onClose={onClose} position="bottom-start" offset={2} width={200}>
      <Menu.Target>
        <span className={classes.place} style={{ left: place.x, top: place.y }} />
      </Menu.Target>
      <Menu.Dropdown>
        {commandsFor(selected, canWrite).map((command) => (
          <Menu.Item
            key={command}
            leftSection={<Icon name={iconsOfCommands[command]} size={14} />}
            {...(command === 'remove' && { color: 'red' })}
            onClick={() => onCommand(command)}
          >
            {t(`action.${command}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
