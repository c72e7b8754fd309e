import { createContext, lazy, Suspense, useContext, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import classes from './column-header.module.css';
import { isRightAligned, type ShownColumn } from '../table-columns.ts';
import type { Sort } from '@causeway/contract/tables/view.ts';
import { AfterRows } from '../table/after-rows.tsx';
import { TypeMark } from './type-mark.tsx';

const ColumnMenu = lazy(() => import('./column-menu.tsx'));

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
      {/* It takes no room until somebody points at the column. */}
      <AfterRows>
        <Suspense fallback={null}>
          <ColumnMenu
            column={column}
            direction={direction}
            actions={actions}
            isOpen={isMenuOpen}
            onOpen={setIsMenuOpen}
          />
        </Suspense>
      </AfterRows>
    </div>
  );
}
