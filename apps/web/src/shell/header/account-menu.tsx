import { Menu } from '@mantine/core';
import { cloneElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { PersonMark } from '#platform/people/person-mark.tsx';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { Icon } from '#ui/icon.tsx';
import type { Trigger } from '../on-demand.tsx';
import { findKnownPage, nameIn } from '../page-names.ts';
import { signOut } from '../sign-out.ts';
import { useFirstOpening } from '../use-first-opening.ts';
import classes from './header.module.css';

const paths = ['/account/personal', '/account/workspaces', '/account/usage', '/account/billing'];

type AccountMenuProps = { trigger: Trigger; onOpenShortcuts: () => void };

export default function AccountMenu({ trigger, onOpenShortcuts }: AccountMenuProps) {
  const { t, i18n } = useTranslation('shell');
  const openHref = useOpenHref();
  const user = useCurrentUser();
  const { ref, isOpen, setOpen } = useFirstOpening();
  return (
    <Menu position="bottom-end" width={240} opened={isOpen} onChange={setOpen} returnFocus>
      <Menu.Target>{cloneElement(trigger, { ref })}</Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <PersonMark name={user.name} avatar={user.avatar} size={36} />
          <div className={classes.whoText}>
            <p className={classes.whoName}>{user.name}</p>
            <p className={classes.whoEmail}>{user.email}</p>
          </div>
        </div>
        <Menu.Divider />
        {paths.map(findKnownPage).map(
          (page) =>
            page && (
              <Menu.Item
                key={page.path}
                leftSection={<Icon name={page.icon} />}
                onClick={() => openHref(page.path)}
              >
                {nameIn(page, i18n.language)}
              </Menu.Item>
            ),
        )}
        {user.flags.includes('support') && !user.impersonator && (
          <Menu.Item leftSection={<Icon name="help" />} onClick={() => openHref('/support')}>
            {t('support.open')}
          </Menu.Item>
        )}
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
