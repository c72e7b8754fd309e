import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadNotifications } from '#ui/notifications.ts';
import { isComputed } from '#domain/row-drafts/stage.ts';
import type { GridRow } from '../edits/grid-rows.ts';
import type { ShownColumn } from '../table-columns.ts';
import type { TablePage } from '../table/use-table-page.ts';

export type Moving = ReturnType<typeof useMoving>;

/**
 * Moving a card stages an edit of its row, as typing into the grid does: it can be taken back, its SQL
 * is shown, and it is saved with the others. Nothing is written by a drag.
 */
export function useMoving({ editing, names }: TablePage, column: ShownColumn | undefined) {
  const { t } = useTranslation('ways');
  const edits = useTranslation('edits');
  const dragged = useRef<GridRow | undefined>(undefined);
  const [said, setSaid] = useState('');
  /**
   * The row that was moved by a key, which goes on with it. Until something else is gone to: on its way
   * to another page a card is drawn more than once.
   */
  const [awaited, setAwaited] = useState<string>();

  /** Why a row can not be moved; undefined when it can. */
  function reasonFor(row: GridRow): string | undefined {
    if (editing.readOnlyReason) return edits.t(`readOnly.${editing.readOnlyReason}`);
    if (row.change?.kind === 'delete') return t('deleted');
    if (column && isComputed(column)) return t('computed', { column: column.label });
    return column && editing.isEditable(row, column) ? undefined : t('notYet');
  }

  type Move = { edits: { column: string; value: StagedValue }[]; to: string };

  /** False where it stays where it is. */
  function move(row: GridRow, made: Move, { byKey = false } = {}): boolean {
    const reason = reasonFor(row);
    if (reason !== undefined) {
      refuse(reason);
      return false;
    }
    editing.edit([{ row, edits: made.edits }]);
    setSaid(t('moved', { to: made.to }));
    setAwaited(byKey ? names.refOf(row) : undefined);
    return true;
  }

  function refuse(reason: string): void {
    setSaid(reason);
    void loadNotifications().then((notifications) => notifications.show({ message: reason }));
  }

  return {
    isDragging: () => dragged.current !== undefined,
    /** What was dragged, which is no longer. */
    release: () => {
      const { current: row } = dragged;
      dragged.current = undefined;
      return row;
    },
    /** What makes a card one that can be dragged. */
    dragOf: (row: GridRow, text: string) => ({
      onDrag: ({ dataTransfer }: DragEvent) => {
        dragged.current = row;
        dataTransfer.effectAllowed = 'move';
        dataTransfer.setData('text/plain', text);
      },
      onDragEnd: () => {
        dragged.current = undefined;
      },
    }),
    said,
    awaited,
    settle: () => setAwaited(undefined),
    reasonFor,
    move,
  };
}
