import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import type { CellEdit } from '#domain/row-drafts/stage.ts';
import type { DataColumn } from './data-column.ts';

export type ColumnEditorProps = {
  connectorId: string;
  /** The one whose value is edited; a reference may have others beside it. */
  column: DataColumn;
  /** What a column of the row is to be. */
  valueOf: (column: string) => StagedValue | undefined;
  /** Several at once where a row is chosen that a key of several columns points at. */
  onChange: (edits: CellEdit[]) => void;
  /** Somebody chose, and needs the editor no longer. */
  onChosen?: () => void;
  isReadOnly?: boolean;
  hasFocus?: boolean;
};
