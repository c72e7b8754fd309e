import { RowMergeDialog } from './row-merge/row-merge-dialog.tsx';
import type { Patch } from './draft-changes.ts';
import type { SaveState } from './use-save-draft.ts';
import { ValueText } from '#domain/data-grid/value-text.tsx';

type ConflictDialogProps = {
  state: Extract<SaveState, { kind: 'conflict' }>;
  columns: readonly { name: string; label: string }[];
  /** The draft as it is to be saved now. */
  onResolve: (patch: Patch) => void;
  onClose: () => void;
};

/** The merge of rows that somebody else changed meanwhile, with the table's own labels and cells. */
export default function ConflictDialog({
  state,
  columns,
  onResolve,
  onClose,
}: ConflictDialogProps) {
  return (
    <RowMergeDialog
      conflicts={state.conflicts}
      total={state.total}
      labelOf={(name) => columns.find((column) => column.name === name)?.label ?? name}
      Value={ValueText}
      onResolve={onResolve}
      onClose={onClose}
    />
  );
}
