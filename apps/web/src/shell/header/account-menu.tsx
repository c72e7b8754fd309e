import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { signOut } from '../sign-out.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import classes from './header.module.css';

const pages: { path: string; key: string; icon: IconName }[] = [
  { path: '/account/personal', key: 'personal', icon: 'user' },
  { path: '/account/workspaces', key: 'workspaces', icon: 'building' },
  { path: '/account/usage', key: 'accountUsage', icon: 'gauge' },
  { path: '/account/billing', key: 'billing', icon: 'creditCard' },
];

export function AccountMenu({ onOpenShortcuts }: { onOpenShortcuts: () => void }) {
  const { t } = useTranslation('shell');
  const openHref = useOpenHref();
  const user = useCurrentUser();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <button
          type="button"
          className={classes.avatarPlace}
          aria-label={t('account.menu', { name: user.name })}
        >
          <span className={classes.avatar}>{initialsOf(user.name)}</span>
        </button>
      </Menu.Target>
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

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.[0] ?? '');
  return letters.join('').toUpperCase();
}
