import { ActionIcon, Menu, Popover } from '@mantine/core';
import { createContext, lazy, Suspense, useContext, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import classes from './column-header.module.css';
import { isRightAligned, type ShownColumn } from '../table-columns.ts';
import type { Sort } from '@causeway/contract/tables/view.ts';
import { TypeMark } from './type-mark.tsx';

const ColumnProfileView = lazy(() => import('../profile/column-profile.tsx'));

export type ColumnActions = {
  onSort: (column: string, options: { isAdding: boolean }) => void;
  onSetSort: (column: string, direction: Sort['direction'] | undefined) => void;
  onFilter: (column: string) => void;
  onPin: (column: string) => void;
  onHide: (column: string) => void;
  onMove: (column: string, step: -1 | 1) => void;
};

const noAction = () => undefined;

/** Headers are drawn by the grid, which keeps them; what they do changes with every view. */
export const ColumnActionsContext = createContext<ColumnActions>({
  onSort: noAction,
  onSetSort: noAction,
  onFilter: noAction,
  onPin: noAction,
  onHide: noAction,
  onMove: noAction,
});

type ColumnHeaderProps = { column: ShownColumn; sorts: Sort[]; tabIndex: number };

export function ColumnHeader({ column, sorts, tabIndex }: ColumnHeaderProps) {
  const { t } = useTranslation('tables');
  const actions = useContext(ColumnActionsContext);
  const [isProfiled, setIsProfiled] = useState(false);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const place = sorts.findIndex((one) => one.column === column.name);
  const direction = sorts[place]?.direction;
  const facts = [
    column.name,
    column.exactType,
    column.isKey && t('column.key'),
    column.foreignKey && t('column.references', { table: column.foreignKey.references.table }),
    !column.isNullable && t('column.notNull'),
    column.description,
  ];
  function sort(event: MouseEvent) {
    actions.onSort(column.name, { isAdding: event.shiftKey });
  }
  return (
    // The menu has its own button beside the name; a right click is only the shorter way.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes.header}
      data-number={isRightAligned(column) || undefined}
      onContextMenu={(event) => {
        event.preventDefault();
        setIsMenuOpen(true);
      }}
    >
      <button
        type="button"
        className={classes.sort}
        tabIndex={tabIndex}
        title={facts.filter(Boolean).join('\n')}
        onClick={sort}
      >
        {column.isKey ? (
          <Icon name="key" size={13} className={classes.key} />
        ) : column.foreignKey ? (
          <Icon name="link" size={13} className={classes.key} />
        ) : (
          <TypeMark column={column} />
        )}
        <span className={classes.label}>{column.label}</span>
        {direction && (
          <span className={classes.order}>
            <Icon
              name={direction === 'asc' ? 'arrowUp' : 'arrowDown'}
              size={13}
              label={t(`sort.${direction}`)}
            />
            {sorts.length > 1 && place + 1}
          </span>
        )}
      </button>
      <ColumnMenu
        column={column}
        direction={direction}
        actions={actions}
        isOpen={isMenuOpen}
        onOpen={setIsMenuOpen}
        onProfile={() => setIsProfiled(true)}
      />
      {isProfiled && <ProfilePopover column={column} onClose={() => setIsProfiled(false)} />}
    </div>
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

type ColumnMenuProps = {
  column: ShownColumn;
  direction: Sort['direction'] | undefined;
  actions: ColumnActions;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onProfile: () => void;
};

function ColumnMenu(props: ColumnMenuProps) {
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
