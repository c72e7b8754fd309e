import { ActionIcon, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import classes from './card.module.css';

export type MoveTarget = { id: string; label: string };

type MoveMenuProps = {
  isActive: boolean;
  targets: readonly MoveTarget[];
  /** Why the row stays where it is; undefined where it can be moved. */
  reason: string | undefined;
  href: string | undefined;
  onMove: (id: string) => void;
};

/** What can be done with a card without a mouse to drag it. */
export function MoveMenu({ isActive, targets, reason, href, onMove }: MoveMenuProps) {
  const { t } = useTranslation('ways');
  return (
    <Menu position="bottom-end" shadow="md" width={230}>
      <Menu.Target>
        <ActionIcon
          className={classes.more}
          size={24}
          variant="subtle"
          color="gray"
          tabIndex={isActive ? 0 : -1}
          aria-label={t('more')}
        >
          <Icon name="more" size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.targets}>
        {href && (
          <Menu.Item component={AppLink} href={href} leftSection={<Icon name="external" />}>
            {t('openRow')}
          </Menu.Item>
        )}
        <Menu.Label>{reason ?? t('moveTo')}</Menu.Label>
        {reason === undefined &&
          targets.map(({ id, label }) => (
            <Menu.Item key={id} onClick={() => onMove(id)}>
              {label}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
