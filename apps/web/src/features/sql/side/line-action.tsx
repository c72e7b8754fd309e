import { ActionIcon } from '@mantine/core';
import { Icon, type IconName } from '#ui/icon.tsx';
import classes from './schema-tree.module.css';

type LineActionProps = { icon: IconName; label: string; onClick: () => void };

/** What can be done with a line of a tree beside opening it. */
export function LineAction({ icon, label, onClick }: LineActionProps) {
  return (
    <ActionIcon
      size={22}
      variant="subtle"
      className={classes.action}
      aria-label={label}
      onClick={onClick}
    >
      <Icon name={icon} size={13} />
    </ActionIcon>
  );
}
