import type { ResultSource, RunResult } from '@causeway/contract/sql/editor.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { tableQuery } from '#domain/connectors/catalog-query.ts';
import { forgetCopiedCell, textOfCopied } from '#domain/data-grid/copied-cell.ts';
import { rangeText } from '#domain/data-grid/ranges/range-text.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { loadNotifications } from '#ui/notifications.ts';
import { useCopy } from '#ui/use-copy.tsx';
import { type MarkedCells, type OnScreen, readMarked } from './copied-range.ts';
import { type Copied, type CopyFormat, formatResult, inColumns, toInList } from './copy-result.ts';
import type { Cell } from './result-rows.ts';

type CopyInput = Pick<OnScreen, 'rows' | 'edits'> & {
  result: Pick<RunResult, 'fields' | 'source'>;
  /** Numbers of the rows in the order they are shown; undefined as they came. */
  order: MarkedCells['order'];
};

export type CopyingResult = {
  /** The value of one cell, as it is. */
  copyCell(cell: Cell): Promise<void>;
  /** As a spreadsheet takes it. */
  copyCells(marked: MarkedCells): Promise<void>;
  /** What is marked, or the whole result. */
  copyAs(format: CopyFormat, marked: MarkedCells | undefined): Promise<void>;
  /** A column as a list to look for, of what is marked or of the whole result. */
  copyInList(column: number, marked: MarkedCells | undefined): Promise<void>;
};

/**
 * Copies a result or what is marked of it, as it is on screen; where that is more than anybody pastes,
 * the first of it.
 */
export function useCopyResult({ result, rows, edits, order }: CopyInput): CopyingResult {
  const { t } = useTranslation('sql');
  const { number } = useFormats();
  const { copy } = useCopy({ isTold: true });
  const { copy: copyQuietly } = useCopy();
  const queryClient = useQueryClient();
  const { project, connector } = useCurrentProject();
  const asked = useRef(0);
  const { fields, source } = result;

  const readTable = (of: ResultSource) =>
    queryClient.ensureQueryData(
      tableQuery({ projectId: project?.id ?? '', connectorId: connector?.id ?? '' }, of),
    );

  const whole: MarkedCells = {
    range: { top: 0, bottom: rows.length - 1, left: 0, right: fields.length - 1 },
    order,
  };

  /** Rows may have to be read first: what was asked for meanwhile is what the clipboard is to hold. */
  async function copyRows(
    marked: MarkedCells,
    textOf: (copied: Copied) => string | Promise<string>,
  ): Promise<void> {
    asked.current += 1;
    const own = asked.current;
    const { left, right, top, bottom } = marked.range;
    const read = await readMarked({ fields, rows, edits }, marked);
    const text = await textOf(inColumns({ fields, source, rows: read }, left, right));
    if (own !== asked.current) return;
    // The text may be that of a cell that was copied before.
    forgetCopiedCell();
    const all = bottom - top + 1;
    if (!(await copy(text)) || read.length >= all) return;
    const message = t('results.copiedFirst', { copied: number(read.length), all: number(all) });
    (await loadNotifications()).show({ message, color: 'yellow', withBorder: true });
  }

  return {
    copyCell: async (cell) => {
      asked.current += 1;
      await copyQuietly(textOfCopied(cell));
    },
    copyCells: (marked) => copyRows(marked, ({ rows: read }) => rangeText(read)),
    copyAs: (format, marked = whole) =>
      copyRows(marked, async (copied) => {
        const table = format === 'insert' && copied.source && (await readTable(copied.source));
        return formatResult(format, { ...copied, ...(table && { columns: table.columns }) });
      }),
    copyInList: (column, marked) =>
      copyRows(
        marked ?? { ...whole, range: { ...whole.range, left: column, right: column } },
        toInList,
      ),
  };
}
