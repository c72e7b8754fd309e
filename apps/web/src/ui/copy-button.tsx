import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import { useCopy } from './use-copy.tsx';

/** Copies a text and says so for two seconds, on screen and to a screen reader. */
export function CopyButton({ value, label }: { value: string; label?: string }) {
  const { t } = useTranslation('ui');
  const { isCopied, copy } = useCopy();
  const text = isCopied ? t('copy.done') : (label ?? t('copy.action'));
  return (
    <ActionIcon
      variant="subtle"
      color={isCopied ? undefined : 'gray'}
      size={24}
      aria-label={text}
      title={text}
      aria-live="polite"
      onClick={() => void copy(value)}
    >
      <Icon name={isCopied ? 'check' : 'copy'} size={14} />
    </ActionIcon>
  );
}
