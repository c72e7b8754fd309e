import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSettings } from '#platform/settings/use-settings.ts';
import { Icon } from '#ui/icon.tsx';
import { OnDemand } from '../on-demand.tsx';
import { themeIcons } from './theme-icons.ts';

export function ThemeButton() {
  const { t } = useTranslation('shell');
  const { theme } = useSettings();
  const label = t('theme.current', { theme: t(`theme.${theme}`) });
  return (
    <OnDemand
      load={() => import('./theme-menu.tsx')}
      props={{}}
      trigger={
        <ActionIcon aria-label={label} aria-haspopup="menu" title={label}>
          <Icon name={themeIcons[theme]} />
        </ActionIcon>
      }
    />
  );
}
