import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { OnDemand } from '../on-demand.tsx';

export function LanguageButton() {
  const { t } = useTranslation('shell');
  const label = t('language.choose');
  return (
    <OnDemand
      load={() => import('./language-menu.tsx')}
      props={{}}
      trigger={
        <ActionIcon aria-label={label} aria-haspopup="menu" title={label}>
          <Icon name="language" />
        </ActionIcon>
      }
    />
  );
}
