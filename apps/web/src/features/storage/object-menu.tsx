import { isFolder } from '@causeway/contract/file-types.ts';
import { tableFormatOf } from '@causeway/contract/files.ts';
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#ui/icon.tsx';
import { canEdit } from './object-actions.ts';
import classes from './object-menu.module.css';

export type ObjectCommand =
  | 'open'
  | 'edit'
  | 'query'
  | 'download'
  | 'link'
  | 'rename'
  | 'move'
  | 'copy'
  | 'remove';

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
};

/** What can be done with these, in the order of a menu. */
export function listCommands(keys: string[], canWrite: boolean): ObjectCommand[] {
  const [only] = keys.length === 1 ? keys : [];
  const commands: [ObjectCommand, boolean][] = [
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

type ObjectMenuProps = {
  place: { x: number; y: number };
  keys: string[];
  canWrite: boolean;
  onCommand: (command: ObjectCommand) => void;
  onClose: () => void;
};

/** Under the pointer, where it was asked for. */
export function ObjectMenu({ place, keys, canWrite, onCommand, onClose }: ObjectMenuProps) {
  const { t } = useTranslation('storage');
  return (
    <Menu opened onClose={onClose} position="bottom-start" offset={2} width={200}>
      <Menu.Target>
        <span className={classes.place} style={{ left: place.x, top: place.y }} />
      </Menu.Target>
      <Menu.Dropdown>
        {listCommands(keys, canWrite).map((command) => (
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
