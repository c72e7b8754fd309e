import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CellPopupFrame } from '#domain/value-editors/cell-popup-frame.tsx';
import { ColumnEditor } from './column-editor.tsx';
import type { DataColumn } from './data-column.ts';
import type { CellEdit } from '#domain/row-drafts/stage.ts';
import { ValueText } from './value-text.tsx';

type CellPopupProps = {
  connectorId: string;
  column: DataColumn;
  /** What a column of the row is to be. */
  valueOf: (column: string) => StagedValue | undefined;
  onEdits: (edits: CellEdit[]) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onClose: () => void;
};

export default function CellPopup(props: CellPopupProps) {
  const { connectorId, column, valueOf, onEdits, onKeyDown, onClose } = props;
  const { t } = useTranslation('data-grid');
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
      <ColumnEditor
        connectorId={connectorId}
        column={column}
        valueOf={valueOf}
        onChange={onEdits}
        onChosen={onClose}
        hasFocus
      />
    </CellPopupFrame>
  );
}
