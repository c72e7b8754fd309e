import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import { Button, Popover } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import classes from './cell-editor.module.css';
import type { EditedColumn } from './editor-kind.ts';
import { ValueMenu } from './value-menu.tsx';

type CellPopupFrameProps = {
  column: EditedColumn;
  label: string;
  doneLabel: string;
  /** What the cell itself shows meanwhile. */
  shown: ReactNode;
  onChange: (value: StagedValue) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onClose: () => void;
  /** The editor. */
  children: ReactNode;
};

/** Below a cell, for values that need more room than it has: JSON, lists, bytes, long texts, references. */
export function CellPopupFrame(props: CellPopupFrameProps) {
  const { column, label, doneLabel, shown, onChange, onKeyDown, onClose, children } = props;
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
        <div className={classes.anchor}>{shown}</div>
      </Popover.Target>
      {/* Keys reach the grid through here: Escape and Enter close the cell. */}
      <Popover.Dropdown
        className={classes.popup}
        onKeyDown={onKeyDown}
        aria-label={label}
        data-cell-popup
      >
        <div className={classes.head}>
          <span className={classes.name}>{label}</span>
          <span className={classes.type}>{column.exactType}</span>
          <ValueMenu column={column} label={label} onChange={onChange} />
        </div>
        {children}
        <div className={classes.foot}>
          <Button size="compact-xs" onClick={onClose}>
            {doneLabel}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
