import { Menu } from '@mantine/core';
import { cloneElement } from 'react';
import { useTranslation } from 'react-i18next';
import { changeSetting, useSettings } from '#platform/settings/use-settings.ts';
import type { ThemeChoice } from '#platform/theme/theme-provider.tsx';
import { Icon } from '#ui/icon.tsx';
import type { Trigger } from '../on-demand.tsx';
import { useFirstOpening } from '../use-first-opening.ts';
import { themeIcons } from './theme-icons.ts';

const choices: ThemeChoice[] = ['auto', 'light', 'dark'];

export default function ThemeMenu({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation('shell');
  const { theme: current } = useSettings();
  const { ref, isOpen, setOpen } = useFirstOpening();
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen} returnFocus>
      <Menu.Target>{cloneElement(trigger, { ref })}</Menu.Target>
      <Menu.Dropdown>
        {choices.map((theme) => (
          <Menu.Item
            key={theme}
            leftSection={<Icon name={themeIcons[theme]} />}
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
