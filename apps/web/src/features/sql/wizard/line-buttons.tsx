import { ActionIcon, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';

export function RemoveLine({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('sql');
  return (
    <ActionIcon variant="subtle" aria-label={t('wizard.remove')} onClick={onClick}>
      <Icon name="close" size={14} />
    </ActionIcon>
  );
}

export function AddLine({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      mt="xs"
      size="compact-sm"
      variant="subtle"
      leftSection={<Icon name="plus" size={14} />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
