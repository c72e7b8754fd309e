import { ActionIcon, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changeSetting, useSettings } from '#platform/settings/use-settings.ts';
import type { ThemeChoice } from '#platform/theme/theme-provider.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';

const choices: { theme: ThemeChoice; icon: IconName }[] = [
  { theme: 'auto', icon: 'system' },
  { theme: 'light', icon: 'sun' },
  { theme: 'dark', icon: 'moon' },
];

export function ThemeMenu() {
  const { t } = useTranslation('shell');
  const { theme: current } = useSettings();
  const icon = choices.find(({ theme }) => theme === current)?.icon ?? 'system';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('theme.current', { theme: t(`theme.${current}`) })}>
          <Icon name={icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ theme, icon: choiceIcon }) => (
          <Menu.Item
            key={theme}
            leftSection={<Icon name={choiceIcon} />}
            rightSection={theme === current && <Icon name="check" size={14} />}
            onClick={() => changeSetting({ theme })}
          >
            {t(`theme.${theme}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
