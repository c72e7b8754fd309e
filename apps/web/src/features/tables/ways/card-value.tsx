import { CellView } from '#domain/data-grid/cell-view.tsx';
import { type GridRow, cellIn } from '../edits/grid-rows.ts';
import { labelKey, type Reference } from '../references/label-store.ts';
import { useLabel } from '../references/use-label.ts';
import type { ShownColumn } from '../table-columns.ts';

type CardValueProps = { connectorId: string; row: GridRow; column: ShownColumn };

/** A value on a card: of a key that leads elsewhere, what the row there is called. */
export function CardValue({ connectorId, row, column }: CardValueProps) {
  const cell = cellIn(row, column) ?? null;
  const { foreignKey } = column;
  if (cell === null || foreignKey?.columns.length !== 1) {
    return <CellView cell={cell} column={column} />;
  }
  return <Named connectorId={connectorId} reference={foreignKey.references} value={String(cell)} />;
}

type NamedProps = { connectorId: string; reference: Reference; value: string };

function Named({ connectorId, reference, value }: NamedProps) {
  return useLabel(connectorId, reference, labelKey([value])) ?? value;
}
