import { ActionIcon, Button, Menu } from '@mantine/core';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { type Area, type Change, StartChange } from './changing.ts';
import classes from './changes.module.css';

/** Whether things of this kind can be changed here, by who looks at them. */
export function useMayChange(area: Area): boolean {
  return useContext(StartChange)?.areas.includes(area) ?? false;
}

type ChangeMenuProps = {
  /** What the menu is about, for who can't see where it stands. */
  name: string;
  changes?: { label: string; change: Change }[];
  drop?: Change;
};

/** What can be done with a table, a column, an index or a rule. */
export function ChangeMenu({ name, changes, drop }: ChangeMenuProps) {
  const { t } = useTranslation('structure');
  const changing = useContext(StartChange);
  if (!changing) return null;
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon size={24} variant="subtle" color="gray" aria-label={t('change.menu', { name })}>
          <Icon name="more" size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {changes?.map(({ label, change }) => (
          <Menu.Item
            key={change.kind}
            leftSection={<Icon name="edit" size={14} />}
            onClick={() => changing.start(change)}
          >
            {label}
          </Menu.Item>
        ))}
        {drop && (
          <Menu.Item
            color="red"
            leftSection={<Icon name="trash" size={14} />}
            onClick={() => changing.start(drop)}
          >
            {t('change.drop')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const begun = {
  'add-column': { area: 'columns', words: 'change.addColumn' },
  'add-index': { area: 'indexes', words: 'change.addIndex' },
  'add-reference': { area: 'references', words: 'change.addReference' },
  'add-rule': { area: 'rules', words: 'rule.add' },
  'add-trigger': { area: 'triggers', words: 'trigger.add' },
  'add-policy': { area: 'security', words: 'policy.add' },
  grant: { area: 'privileges', words: 'privilege.add' },
} as const satisfies Record<string, { area: Area; words: string }>;

export function AddButton({ kind }: { kind: keyof typeof begun }) {
  const { t } = useTranslation('structure');
  const changing = useContext(StartChange);
  const { area, words } = begun[kind];
  if (!changing?.areas.includes(area)) return null;
  return (
    <Button
      className={classes.add}
      size="compact-xs"
      variant="subtle"
      leftSection={<Icon name="plus" size={13} />}
      onClick={() => changing.start({ kind })}
    >
      {t(words)}
    </Button>
  );
}
