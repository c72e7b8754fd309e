import { ActionIcon, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';

/** From the rows of a table to how it is made. */
export function StructureButton({ href }: { href: string }) {
  const { t } = useTranslation('tables');
  return (
    <Tooltip label={t('structure')}>
      <ActionIcon
        component={AppLink}
        href={href}
        size={28}
        variant="subtle"
        aria-label={t('structure')}
      >
        <Icon name="list" />
      </ActionIcon>
    </Tooltip>
  );
}
