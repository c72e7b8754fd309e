import type { Sort } from '@causeway/contract/tables/view.ts';
import { ActionIcon, Menu, Popover } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import type { ShownColumn } from '../table-columns.ts';
import type { ColumnActions } from './column-header.tsx';
import classes from './column-header.module.css';

const ColumnProfileView = lazy(() => import('../profile/column-profile.tsx'));

type ColumnMenuProps = {
  column: ShownColumn;
  direction: Sort['direction'] | undefined;
  actions: ColumnActions;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
};

/** What can be done with a column, and the figures of its values. Loads after the rows. */
export default function ColumnMenu(props: ColumnMenuProps) {
  const [isProfiled, setIsProfiled] = useState(false);
  return (
    <>
      <MenuOfColumn {...props} onProfile={() => setIsProfiled(true)} />
      {isProfiled && <ProfilePopover column={props.column} onClose={() => setIsProfiled(false)} />}
    </>
  );
}

/** Hangs at the header, which is drawn without it as long as nobody asks. */
function ProfilePopover({ column, onClose }: { column: ShownColumn; onClose: () => void }) {
  const { t } = useTranslation('tables');
  return (
    <Popover
      opened
      onChange={onClose}
      position="bottom-start"
      hideDetached={false}
      withRoles={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      {/* The grid sorts, moves and walks by what reaches it. */}
      <Popover.Dropdown
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="dialog"
        aria-label={t('profile.label', { name: column.label })}
        onClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') onClose();
        }}
      >
        <Suspense fallback={<SkeletonLines count={7} />}>
          <ColumnProfileView column={column} onClose={onClose} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

type ItemsProps = ColumnMenuProps & { onProfile: () => void };

function MenuOfColumn(props: ItemsProps) {
  const { column, direction, actions, isOpen, onOpen, onProfile } = props;
  const { t } = useTranslation('tables');
  const { name } = column;
  return (
    <Menu position="bottom-end" withinPortal opened={isOpen} onChange={onOpen}>
      <Menu.Target>
        <ActionIcon
          className={classes.menu}
          size={20}
          tabIndex={-1}
          aria-label={t('column.menu', { name: column.label })}
        >
          <Icon name="chevronDown" size={13} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Icon name="sortAscending" />}
          onClick={() => actions.onSetSort(name, 'asc')}
        >
          {t('sort.asc')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="sortDescending" />}
          onClick={() => actions.onSetSort(name, 'desc')}
        >
          {t('sort.desc')}
        </Menu.Item>
        {direction && (
          <Menu.Item
            leftSection={<Icon name="close" />}
            onClick={() => actions.onSetSort(name, undefined)}
          >
            {t('sort.none')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="chart" />} onClick={onProfile}>
          {t('column.profile')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="filter" />} onClick={() => actions.onFilter(name)}>
          {t('column.filter')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<Icon name={column.isPinned ? 'pinOff' : 'pin'} />}
          onClick={() => actions.onPin(name)}
        >
          {t(column.isPinned ? 'column.unpin' : 'column.pin')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="arrowLeft" />} onClick={() => actions.onMove(name, -1)}>
          {t('column.left')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="arrowRight" />} onClick={() => actions.onMove(name, 1)}>
          {t('column.right')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="eyeOff" />} onClick={() => actions.onHide(name)}>
          {t('column.hide')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
