import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';

/** Copies a text and says so for two seconds, on screen and to a screen reader. */
export function CopyButton({ value, label }: { value: string; label?: string }) {
  const { t } = useTranslation('ui');
  const clipboard = useClipboard({ timeout: 2000 });
  const text = clipboard.copied ? t('copy.done') : (label ?? t('copy.action'));
  return (
    <ActionIcon
      variant="subtle"
      color={clipboard.copied ? undefined : 'gray'}
      size={24}
      aria-label={text}
      title={text}
      aria-live="polite"
      onClick={() => clipboard.copy(value)}
    >
      <Icon name={clipboard.copied ? 'check' : 'copy'} size={14} />
    </ActionIcon>
  );
}
