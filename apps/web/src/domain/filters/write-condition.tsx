import { Button } from '@mantine/core';
import { Icon } from '#ui/icon.tsx';

/** Opens the field for a condition in SQL. */
export function WriteCondition({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      leftSection={<Icon name="code" size={14} />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
