import { ActionIcon, Tooltip } from '@mantine/core';
import { Icon, type IconName } from './icon.tsx';

type ToolButtonProps = {
  icon: IconName;
  label: string;
  isLoading?: boolean;
  isPressed?: boolean;
  onClick: () => void;
};

/** A button of a toolbar that shows a sign only; its name comes with the pointer. */
export function ToolButton({ icon, label, isLoading, isPressed, onClick }: ToolButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={28}
        aria-label={label}
        aria-pressed={isPressed}
        variant={isPressed ? 'light' : 'subtle'}
        loading={isLoading}
        onClick={onClick}
      >
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
}
