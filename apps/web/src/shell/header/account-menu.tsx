import { Menu } from '@mantine/core';
import { cloneElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import type { Trigger } from '../on-demand.tsx';
import { signOut } from '../sign-out.ts';
import { useFirstOpening } from '../use-first-opening.ts';
import classes from './header.module.css';

const pages: { path: string; key: string; icon: IconName }[] = [
  { path: '/account/personal', key: 'personal', icon: 'user' },
  { path: '/account/workspaces', key: 'workspaces', icon: 'building' },
  { path: '/account/usage', key: 'accountUsage', icon: 'gauge' },
  { path: '/account/billing', key: 'billing', icon: 'creditCard' },
];

type AccountMenuProps = { trigger: Trigger; onOpenShortcuts: () => void };

export default function AccountMenu({ trigger, onOpenShortcuts }: AccountMenuProps) {
  const { t } = useTranslation('shell');
  const openHref = useOpenHref();
  const user = useCurrentUser();
  const { ref, isOpen, setOpen } = useFirstOpening();
  return (
    <Menu position="bottom-end" width={240} opened={isOpen} onChange={setOpen} returnFocus>
      <Menu.Target>{cloneElement(trigger, { ref })}</Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <p className={classes.whoName}>{user.name}</p>
          <p className={classes.whoEmail}>{user.email}</p>
        </div>
        <Menu.Divider />
        {pages.map(({ path, key, icon }) => (
          <Menu.Item key={path} leftSection={<Icon name={icon} />} onClick={() => openHref(path)}>
            {t(`pages.${key}`)}
          </Menu.Item>
        ))}
        {user.staff && (
          <Menu.Item leftSection={<Icon name="shield" />} onClick={() => openHref('/staff')}>
            {t('account.staff')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="keyboard" />} onClick={onOpenShortcuts}>
          {t('shortcuts.title')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="logout" />} onClick={() => void signOut()}>
          {t('account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
