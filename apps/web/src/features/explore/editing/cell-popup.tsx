import type { StagedValue } from '@causeway/contract/edits.ts';
import { Button, Popover } from '@mantine/core';
import { use, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ValueMenu } from '#platform/value-editors/value-menu.tsx';
import type { ShownColumn } from '../table-columns.ts';
import classes from './cell-editor.module.css';
import { ColumnEditor } from './column-editor.tsx';
import { GridEditingContext } from './grid-editing.ts';
import type { CellEdit } from './stage.ts';
import { ValueText } from './value-text.tsx';

type CellPopupProps = {
  column: ShownColumn;
  value: StagedValue | undefined;
  /** What a column of the row is to be. */
  valueOf: (column: string) => StagedValue | undefined;
  onChange: (value: StagedValue) => void;
  onEdits: (edits: CellEdit[]) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onClose: () => void;
};

/** For values that need more room than a cell has: JSON, lists, bytes, long texts, references. */
export default function CellPopup(props: CellPopupProps) {
  const { column, value, valueOf, onChange, onEdits, onKeyDown, onClose } = props;
  const { t } = useTranslation('editing');
  const editing = use(GridEditingContext);
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
        {editing && (
          <ColumnEditor
            connectorId={editing.connectorId}
            column={column}
            valueOf={valueOf}
            onChange={onEdits}
            onChosen={onClose}
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
