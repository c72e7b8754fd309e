import type { RunResult } from '@causeway/contract/sql-editor.ts';
import { useClipboard } from '@mantine/hooks';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { NULL_VALUE } from '#domain/value-editors/field-value.ts';
import { Icon } from '#ui/icon.tsx';
import { EditsBar } from '../edits/edits-bar.tsx';
import { useResultEdits } from '../edits/use-result-edits.ts';
import type { OpenDialog } from '../editor-dialogs.tsx';
import type { CellPlace } from './drawn.ts';
import { ResultActions } from './result-actions.tsx';
import { ResultGrid } from './result-grid.tsx';
import type { ResultRows } from './result-rows.ts';
import classes from './result-view.module.css';
import { SortNote } from './sort-note.tsx';
import { sortedStatement, useSortedResult } from './use-sorted-result.ts';
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
  const { connectorId, result, rows, sql, title, mayEdit, maySend } = props;
  const { onDialog, onRunAgain, onRunAside } = props;
  const { t } = useTranslation('sql');
  const { number } = useFormats();
  const { copy } = useClipboard();
  const [active, setActive] = useState<CellPlace>();
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const edits = useResultEdits({ connectorId, result, rows, mayEdit });
  const sorted = useSortedResult(result, rows);
  const { sort } = sorted;
  useSyncExternalStore(rows.subscribe, rows.version);
  const problem = rows.problem();

  if (result.fields.length === 0) {
    return (
      <div className={classes.done}>
        <Icon name="success" size={18} />
        <span>
          {t('results.done', { command: result.command })}
          {result.rowCount > 0 &&
            ` · ${t('messages.rows', { count: result.rowCount, number: number(result.rowCount) })}`}
        </span>
      </div>
    );
  }

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
          {edits.grid && (
            <span className={classes.editable}>
              {t('results.editable', { table: result.source?.table })}
            </span>
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
          rows={rows}
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
              edits={edits.grid}
              sorting={sorted}
              onActive={setActive}
              onOpen={(place) => {
                setActive(place);
                setIsPanelOpen(true);
              }}
              onCopy={copy}
            />
          )}
        </div>
        {isPanelOpen && active && (
          <ValuePanel
            field={result.fields[active.column]}
            cell={rows.rowAt(active.row)?.[active.column]}
            row={active.row}
            onNull={
              edits.grid?.columnAt(active.column)?.isNullable
                ? () => edits.grid?.edit(active, NULL_VALUE)
                : undefined
            }
            onClose={() => setIsPanelOpen(false)}
          />
        )}
      </div>
      <EditsBar edits={edits} onSaved={onRunAgain} />
    </div>
  );
}
