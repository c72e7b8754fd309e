import type { ResultSource, RunResult } from '@causeway/contract/sql/editor.ts';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { tablePath } from '#domain/connectors/table-path.ts';
import { useMarkedStore } from '#domain/data-grid/ranges/marked-store.ts';
import bar from '#domain/row-drafts/changes-bar.module.css';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { NULL_VALUE } from '#domain/value-editors/field-value.ts';
import { Icon } from '#ui/icon.tsx';
import { EditsBar } from '../edits/edits-bar.tsx';
import { useResultEdits, type ResultEdits } from '../edits/use-result-edits.ts';
import type { OpenDialog } from '../editor-dialogs.tsx';
import type { CellPlace } from './drawn.ts';
import type { MarkedCells } from './copied-range.ts';
import { ResultActions } from './result-actions.tsx';
import { ResultGrid } from './result-grid.tsx';
import type { ResultRows } from './result-rows.ts';
import classes from './result-view.module.css';
import { SortNote } from './sort-note.tsx';
import { sortedStatement, useSortedResult } from './use-sorted-result.ts';
import { useCopyResult } from './use-copy-result.ts';
import { ValuePanel } from './value-panel.tsx';

type ResultViewProps = {
  connectorId: string;
  result: RunResult;
  rows: ResultRows;
  sql: string;
  title: string;
  mayEdit: boolean;
  /** Whether the caller may put it on a dashboard. */
  maySend: boolean;
  onDialog: (dialog: OpenDialog) => void;
  onRunAgain: () => void;
  /** Runs a statement in a tab of its own. */
  onRunAside: (sql: string) => void;
};

export function ResultView(props: ResultViewProps) {
  const { result, mayEdit } = props;
  if (result.fields.length === 0) return <Done result={result} />;
  // Only where one table is behind the result and its key is shown is a cell one of the table.
  return mayEdit && result.source && result.transaction === null ? (
    <EditableResult {...props} source={result.source} />
  ) : (
    <ResultRowsView {...props} edits={undefined} />
  );
}

function Done({ result: { command, rowCount } }: { result: RunResult }) {
  const { t } = useTranslation('sql');
  const { number } = useFormats();
  return (
    <div className={classes.done}>
      <Icon name="success" size={18} />
      <span>
        {t('results.done', { command })}
        {rowCount > 0 && ` · ${t('messages.rows', { count: rowCount, number: number(rowCount) })}`}
      </span>
    </div>
  );
}

function EditableResult(props: ResultViewProps & { source: ResultSource }) {
  const { connectorId, source, rows, onRunAgain } = props;
  const edits = useResultEdits({ connectorId, source, rows, onWritten: onRunAgain });
  return <ResultRowsView {...props} edits={edits} />;
}

function ResultRowsView(props: ResultViewProps & { edits: ResultEdits | undefined }) {
  const { result, rows, sql, title, maySend, edits, onDialog, onRunAside } = props;
  const { t } = useTranslation('sql');
  const { number } = useFormats();
  const [active, setActive] = useState<CellPlace>();
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const sorted = useSortedResult(result, rows);
  const { sort } = sorted;
  useSyncExternalStore(rows.subscribe, rows.version);
  const problem = rows.problem();
  const scopedHref = useScopedHref();
  const marked = useMarkedStore<MarkedCells>();
  const copying = useCopyResult({ result, rows, edits: edits?.grid, order: sorted.order });
  const activeColumn = active && edits?.grid.columnAt(active.column);

  return (
    <div className={classes.view}>
      <div className={classes.bar}>
        <span className={classes.figures}>
          {t('messages.rows', { count: result.loadedRows, number: number(result.loadedRows) })}
          {result.hasMore && (
            <span className={classes.cut} title={t('results.cutHint')}>
              {t('results.cut')}
            </span>
          )}
          {edits && result.source && (
            <span className={classes.editable}>
              {t('results.editable', { table: result.source.table })}
            </span>
          )}
          {edits && result.source && edits.elsewhere > 0 && (
            <AppLink className={classes.elsewhere} href={scopedHref(tablePath(result.source))}>
              {t('results.elsewhere', { count: edits.elsewhere })}
            </AppLink>
          )}
        </span>
        <SortNote
          sorted={sorted}
          loadedRows={result.loadedRows}
          onSortAll={
            sort && result.command === 'SELECT'
              ? () => onRunAside(sortedStatement(sql, sort))
              : undefined
          }
        />
        {problem !== undefined && <span className={classes.problem}>{errorText(problem)}</span>}
        <span className={classes.space} />
        <ResultActions
          result={result}
          copying={copying}
          marked={marked}
          activeColumn={active?.column}
          sql={sql}
          title={title}
          maySend={maySend}
          onDialog={onDialog}
        />
      </div>
      <div className={classes.body}>
        <div className={classes.grid}>
          {rows.length === 0 ? (
            <p className={classes.none}>{t('results.noRows')}</p>
          ) : (
            <ResultGrid
              label={t('results.gridLabel', { title })}
              fields={result.fields}
              rows={rows}
              edits={edits?.grid}
              sorting={sorted}
              onActive={setActive}
              onOpen={(place) => {
                setActive(place);
                setIsPanelOpen(true);
              }}
              onCopy={(cell) => void copying.copyCell(cell).catch(notifyError)}
              onMarked={marked.set}
              onCopyMarked={(cells) => void copying.copyCells(cells).catch(notifyError)}
            />
          )}
        </div>
        {isPanelOpen && active && (
          <ValuePanel
            field={result.fields[active.column]}
            cell={rows.rowAt(active.row)?.[active.column]}
            row={active.row}
            onNull={
              edits && activeColumn?.isNullable && !edits.grid.isRemoved(active.row)
                ? () =>
                    edits.grid.edit(active.row, [{ column: activeColumn.name, value: NULL_VALUE }])
                : undefined
            }
            onClose={() => setIsPanelOpen(false)}
          />
        )}
      </div>
      {edits && (
        <div className={bar.stack}>
          <EditsBar edits={edits} />
        </div>
      )}
    </div>
  );
}
