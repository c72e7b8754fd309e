import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import { splitStatements, statementAt, type SqlStatement } from '@causeway/contract/sql/lexer.ts';
import { useEffect, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '#platform/notify-error.ts';
import { listMissing } from './parameters-bar.tsx';
import type { SqlCommand, SqlViewHandle } from './code/sql-view.tsx';
import type { ResultView } from './results/result-pane.tsx';
import type { RunStore } from './run/run-store.ts';

type CommandsInput = {
  tab: EditorTab | undefined;
  cursor: number;
  view: RefObject<SqlViewHandle | null>;
  runs: RunStore;
  onView: (view: ResultView) => void;
  onSave: () => void;
  /** Hears which parameters have no value: nothing runs then. */
  onMissing: (names: readonly string[]) => void;
};

/** What keys, buttons and the menu do to the tab that is open. */
export function useEditorCommands(input: CommandsInput) {
  const { tab, cursor, view, runs, onView, onSave, onMissing } = input;
  const { t } = useTranslation('sql');

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key === '.' && tab) runs.cancel(tab.id);
    };
    globalThis.addEventListener('keydown', press);
    return () => globalThis.removeEventListener('keydown', press);
  }, [runs, tab]);

  /** Those that are selected, else the one the cursor stands in. */
  function chosenStatements(text: string): SqlStatement[] {
    const { from, to } = view.current?.selection() ?? { from: cursor, to: cursor };
    if (from === to) {
      return [statementAt(splitStatements(text), from)].filter((one) => one !== undefined);
    }
    return splitStatements(text.slice(from, to)).map((one) => ({
      ...one,
      from: one.from + from,
      to: one.to + from,
    }));
  }

  function run(statements: SqlStatement[]) {
    if (!tab) return;
    const missing = statements.flatMap(({ text }) => listMissing(text, tab.parameters));
    onMissing(missing);
    if (missing.length > 0) return;
    onView('result');
    void runs.run({ ...tab, sql: view.current?.text() ?? tab.sql }, statements);
  }

  async function format() {
    const { formatSql } = await import('./code/format-sql.ts');
    try {
      view.current?.replace(formatSql(view.current.text()));
    } catch {
      // The formatter throws plain errors, all of them about the text.
      await notifyError(new Error(t('toolbar.formatFailed')));
    }
  }

  function command(wanted: SqlCommand) {
    if (!tab) return;
    const text = view.current?.text() ?? tab.sql;
    if (wanted === 'run') run(chosenStatements(text));
    if (wanted === 'runAll') run(splitStatements(text));
    if (wanted === 'cancel') runs.cancel(tab.id);
    if (wanted === 'save') onSave();
    if (wanted === 'explain') onView('plan');
    if (wanted === 'format') void format();
  }

  return { run, command };
}
