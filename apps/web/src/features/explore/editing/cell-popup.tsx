import type { StagedValue } from '@causeway/contract/edits.ts';
import { use, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CellPopupFrame } from '#domain/value-editors/cell-popup-frame.tsx';
import type { ShownColumn } from '../table-columns.ts';
import { ColumnEditor } from './column-editor.tsx';
import { GridEditingContext } from './grid-editing.ts';
import type { CellEdit } from './stage.ts';
import { ValueText } from './value-text.tsx';

type CellPopupProps = {
  column: ShownColumn;
  /** What a column of the row is to be. */
  valueOf: (column: string) => StagedValue | undefined;
  onEdits: (edits: CellEdit[]) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onClose: () => void;
};

export default function CellPopup(props: CellPopupProps) {
  const { column, valueOf, onEdits, onKeyDown, onClose } = props;
  const { t } = useTranslation('editing');
  const editing = use(GridEditingContext);
  return (
    <CellPopupFrame
      column={column}
      label={column.label}
      doneLabel={t('done')}
      shown={<ValueText value={valueOf(column.name)} />}
      onChange={(value) => onEdits([{ column: column.name, value }])}
      onKeyDown={onKeyDown}
      onClose={onClose}
    >
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
    </CellPopupFrame>
  );
}
