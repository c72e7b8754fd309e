import { formatBytes } from '@causeway/contract/bytes.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { commandsFor, iconsOfCommands, type ObjectCommand } from '../objects/object-menu.tsx';
import classes from './selection-bar.module.css';
import type { ObjectItem } from '../storage-query.ts';

type SelectionBarProps = {
  selected: ObjectItem[];
  canWrite: boolean;
  onCommand: (command: ObjectCommand) => void;
  onClear: () => void;
};

/** Floats over the objects, so that selecting one moves nothing. */
export function SelectionBar({ selected, canWrite, onCommand, onClear }: SelectionBarProps) {
  const { t, i18n } = useTranslation('storage');
  const bytes = selected.reduce((sum, { byte_size }) => sum + byte_size, 0);
  const look = { size: 'compact-sm', variant: 'subtle', className: classes.command } as const;
  return (
    <div
      className={classes.bar}
      role="toolbar"
      aria-label={t('selection.label')}
      data-selection-bar
    >
      <span className={classes.count} aria-live="polite">
        {t('selection.count', { count: selected.length })}
        {bytes > 0 && <span> · {formatBytes(bytes, i18n.language)}</span>}
      </span>
      {commandsFor(selected, canWrite).map((command) => (
        <Button
          key={command}
          {...look}
          color={command === 'remove' ? 'red' : 'gray'}
          leftSection={<Icon name={iconsOfCommands[command]} size={15} />}
          onClick={() => onCommand(command)}
        >
          {t(`action.${command}`)}
        </Button>
      ))}
      <Button
        {...look}
        color="gray"
        leftSection={<Icon name="close" size={15} />}
        onClick={onClear}
      >
        {t('selection.clear')}
      </Button>
    </div>
  );
}
