import { ActionIcon, Button, Menu } from '@mantine/core';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { StartChange, type Change } from './changing.ts';
import classes from './changes.module.css';

type ChangeMenuProps = {
  /** What the menu is about, for who can't see where it stands. */
  name: string;
  change?: Change;
  drop: Change;
};

/** What can be done with a table, a column, an index or a rule. */
export function ChangeMenu({ name, change, drop }: ChangeMenuProps) {
  const { t } = useTranslation('structure');
  const start = useContext(StartChange);
  if (!start) return null;
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon size={24} variant="subtle" color="gray" aria-label={t('change.menu', { name })}>
          <Icon name="more" size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {change && (
          <Menu.Item leftSection={<Icon name="edit" size={14} />} onClick={() => start(change)}>
            {t('change.change')}
          </Menu.Item>
        )}
        <Menu.Item
          color="red"
          leftSection={<Icon name="trash" size={14} />}
          onClick={() => start(drop)}
        >
          {t('change.drop')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type AddButtonProps = { change: Change & { kind: 'add-column' | 'add-index' | 'add-reference' } };

const words = {
  'add-column': 'change.addColumn',
  'add-index': 'change.addIndex',
  'add-reference': 'change.addReference',
} as const;

export function AddButton({ change }: AddButtonProps) {
  const { t } = useTranslation('structure');
  const start = useContext(StartChange);
  if (!start) return null;
  return (
    <Button
      className={classes.add}
      size="compact-xs"
      variant="subtle"
      leftSection={<Icon name="plus" size={13} />}
      onClick={() => start(change)}
    >
      {t(words[change.kind])}
    </Button>
  );
}
