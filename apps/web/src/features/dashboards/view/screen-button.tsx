import { ActionIcon, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';

type ScreenButtonProps = {
  isFull: boolean;
  onToggle: () => Promise<void> | undefined;
  onWall: () => Promise<void>;
};

/** The dashboard alone on the screen, of who reads it or of a wall. */
export function ScreenButton({ isFull, onToggle, onWall }: ScreenButtonProps) {
  const { t } = useTranslation('dashboards');
  const button = (label: string, onClick?: () => void) => (
    <ActionIcon variant="default" size={32} aria-label={label} {...(onClick && { onClick })}>
      <Icon name="fit" size={16} />
    </ActionIcon>
  );
  if (isFull) return button(t('leaveFull'), () => void onToggle());
  return (
    <Menu position="bottom-end">
      <Menu.Target>{button(t('screens'))}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="fit" />} onClick={() => void onToggle()}>
          {t('full')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="system" />} onClick={() => void onWall()}>
          {t('wall')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
