import {
  type Action,
  mayGrant,
  roles,
  type Role,
  weakestRoleFor,
} from '@causeway/contract/access.ts';
import { Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import classes from './role-menu.module.css';

type RoleMenuProps = {
  /** Who chooses: nobody hands out more than they have. */
  own: Role;
  value: Role;
  label: string;
  size?: 'xs' | 'sm';
  onChange: (role: Role) => void;
};

/** The roles with what each may more than the one before, from the same table that decides it. */
export function RoleMenu({ own, value, label, size = 'xs', onChange }: RoleMenuProps) {
  const { t, i18n } = useTranslation('members');
  return (
    <Menu position="bottom-start" width={340}>
      <Menu.Target>
        <Button
          variant="default"
          size={size}
          className={classes.button}
          aria-label={`${label}: ${t(`roles.${value}`)}`}
          rightSection={<Icon name="chevronDown" size={14} />}
        >
          {t(`roles.${value}`)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {roles
          .filter((role) => mayGrant(own, role))
          .map((role) => (
            <Menu.Item
              key={role}
              leftSection={<Icon name={role === value ? 'check' : 'user'} size={14} />}
              aria-current={role === value || undefined}
              onClick={() => role !== value && onChange(role)}
            >
              <span className={classes.name}>{t(`roles.${role}`)}</span>
              <span className={classes.line}>
                {role === 'viewer' ? '' : `${t('roleMenu.more')} `}
                {addedBy(role)
                  .map((action) => `can.${action.replace('.', '-')}` as 'can.project-read')
                  .filter((key) => i18n.exists(`members:${key}`))
                  .map((key) => t(key))
                  .join(', ')}
              </span>
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What a role may that the weaker ones may not. */
function addedBy(role: Role): Action[] {
  const actions = Object.keys(weakestRoleFor) as Action[];
  return actions.filter((action) => weakestRoleFor[action] === role);
}
