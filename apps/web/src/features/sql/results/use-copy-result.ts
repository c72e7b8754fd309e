import type { ResultSource, RunResult } from '@causeway/contract/sql/editor.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tableQuery } from '#domain/connectors/catalog-query.ts';
import { forgetCopiedCell } from '#domain/data-grid/copied-cell.ts';
import { rangeText } from '#domain/data-grid/ranges/range-text.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { loadNotifications } from '#ui/notifications.ts';
import { useCopy } from '#ui/use-copy.tsx';
import { MOST_COPIED, readMarked, type MarkedCells } from './copied-range.ts';
import { type Copied, type CopyFormat, formatResult, inColumns, toInList } from './copy-result.ts';
import type { GridEdits } from './drawn.ts';
import type { ResultRows } from './result-rows.ts';

type CopyInput = { result: RunResult; rows: ResultRows; edits: GridEdits | undefined };

export type CopyingResult = {
  /** As a spreadsheet takes it. */
  copyCells(marked: MarkedCells): Promise<void>;
  /** What is marked, or the whole result. */
  copyAs(format: CopyFormat, marked: MarkedCells | undefined): Promise<void>;
  /** A column as a list to look for, of what is marked or of the whole result. */
  copyInList(column: number, marked: MarkedCells | undefined): Promise<void>;
};

/** Copies a result or what is marked of it; where that is more than anybody pastes, the first of it. */
export function useCopyResult({ result, rows, edits }: CopyInput): CopyingResult {
  const { t } = useTranslation('sql');
  const { number } = useFormats();
  const { copy } = useCopy({ isTold: true });
  const queryClient = useQueryClient();
  const { project, connector } = useCurrentProject();

  const readTable = (source: ResultSource) =>
    queryClient.ensureQueryData(
      tableQuery({ projectId: project?.id ?? '', connectorId: connector?.id ?? '' }, source),
    );

  async function readCopied(marked: MarkedCells | undefined): Promise<Copied> {
    const { fields, source } = result;
    if (!marked) return { fields, source, rows: await rows.readFirst(MOST_COPIED) };
    const { left, right } = marked.range;
    return inColumns({ fields, source, rows: await readMarked(rows, marked, edits) }, left, right);
  }

  async function tell(text: string, copied: number, all: number): Promise<void> {
    // The text may be that of a cell that was copied before.
    forgetCopiedCell();
    if (!(await copy(text)) || copied >= all) return;
    const message = t('results.copiedFirst', { copied: number(copied), all: number(all) });
    (await loadNotifications()).show({ message, color: 'yellow', withBorder: true });
  }

  const wantedOf = (marked: MarkedCells | undefined) =>
    marked ? marked.range.bottom - marked.range.top + 1 : result.loadedRows;

  return {
    copyCells: async (marked) => {
      const { rows: read } = await readCopied(marked);
      await tell(rangeText(read), read.length, wantedOf(marked));
    },
    copyAs: async (format, marked) => {
      const copied = await readCopied(marked);
      const { source } = copied;
      const table = format === 'insert' && source && (await readTable(source));
      const text = formatResult(format, { ...copied, ...(table && { columns: table.columns }) });
      await tell(text, copied.rows.length, wantedOf(marked));
    },
    copyInList: async (column, marked) => {
      const copied = await readCopied(marked);
      const list = toInList(marked ? copied : inColumns(copied, column, column));
      await tell(list, copied.rows.length, wantedOf(marked));
    },
  };
}
