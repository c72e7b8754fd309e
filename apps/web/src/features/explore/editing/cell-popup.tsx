import type { StagedValue } from '@causeway/contract/edits.ts';
import { Button, Popover } from '@mantine/core';
import { use, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ValueEditor } from '#platform/value-editors/value-editor.tsx';
import { ValueMenu } from '#platform/value-editors/value-menu.tsx';
import type { ShownColumn } from '../table-columns.ts';
import classes from './cell-editor.module.css';
import { GridEditingContext } from './grid-editing.ts';
import { ReferenceBox } from './reference-box.tsx';
import { ValueText } from './value-text.tsx';

type CellPopupProps = {
  column: ShownColumn;
  value: StagedValue | undefined;
  onChange: (value: StagedValue) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onClose: () => void;
};

/** For values that need more room than a cell has: JSON, lists, bytes, long texts, references. */
export default function CellPopup(props: CellPopupProps) {
  const { column, value, onChange, onKeyDown, onClose } = props;
  const { t } = useTranslation('editing');
  const editing = use(GridEditingContext);
  const reference = column.foreignKey?.columns.length === 1 ? column.foreignKey : undefined;
  return (
    <Popover
      opened
      position="bottom-start"
      width={380}
      withinPortal
      trapFocus
      closeOnClickOutside={false}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <div className={classes.anchor}>
          <ValueText value={value} />
        </div>
      </Popover.Target>
      {/* Keys reach the grid through here: Escape and Enter close the cell. */}
      <Popover.Dropdown className={classes.popup} onKeyDown={onKeyDown} aria-label={column.label}>
        <div className={classes.head}>
          <span className={classes.name}>{column.label}</span>
          <span className={classes.type}>{column.exactType}</span>
          <ValueMenu column={column} label={column.label} onChange={onChange} />
        </div>
        {reference && editing ? (
          <ReferenceBox
            connectorId={editing.connectorId}
            reference={reference}
            column={column}
            value={value}
            onChange={onChange}
            onChosen={onClose}
            hasFocus
          />
        ) : (
          <ValueEditor
            column={column}
            label={column.label}
            value={value}
            onChange={onChange}
            hasFocus
          />
        )}
        <div className={classes.foot}>
          <Button size="compact-xs" onClick={onClose}>
            {t('done')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
