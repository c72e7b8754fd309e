import { can } from '@causeway/contract/access.ts';
import { splitStatements } from '@causeway/contract/sql/lexer.ts';
import type { EditorTab, SavedQuery } from '@causeway/contract/sql/queries.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { savedQueriesQuery } from '#domain/queries/saved-queries-query.ts';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { useTellPageSubject } from '#platform/page-subject.ts';
import type { SqlViewHandle } from './code/sql-view.tsx';
import type { OpenDialog } from './editor-dialogs.tsx';
import { problemsOf } from './problems.ts';
import type { ResultView } from './results/result-pane.tsx';
import { useCheck } from './run/use-check.ts';
import { useRunStore } from './run/use-run-store.ts';
import { useTabRuns } from './run/use-runs.ts';
import { noTab, useTabs, useTabsState } from './tabs/use-tabs.ts';
import { useEditorCommands } from './use-editor-commands.ts';
import { useEditorPanes } from './use-editor-panes.ts';
import { useChangeEditorSearch, useEditorSearch } from './use-editor-search.ts';
import { useOpenFromAddress } from './use-open-from-address.ts';

export type OpenedEditor = {
  projectId: string;
  connector: Connector;
  listed: { open: EditorTab[]; closed: EditorTab[] };
};
export type EditorState = ReturnType<typeof useEditor>;

/** Everything the parts of the editor show and do; made once, handed to each of them. */
export function useEditor({ projectId, connector, listed }: OpenedEditor) {
  const connectorId = connector.id;
  const { project } = useCurrentProject();
  const isFiles = connector.implementation !== 'sql';
  const mayWrite = project !== undefined && can(project.role, 'sql.write');
  const mayWriteHere = mayWrite && !isFiles && !connector.settings?.readOnly;
  const store = useTabs(connectorId, listed);
  const { tabs, closed, isKept, problem } = useTabsState(store);
  const { tab: asked } = useEditorSearch();
  const changeSearch = useChangeEditorSearch();
  const tab = tabs.find(({ id }) => id === asked) ?? tabs[0];
  const shownTab = tab ?? noTab;
  const view = useRef<SqlViewHandle>(null);
  const [cursor, setCursor] = useState(0);
  const [dialog, setDialog] = useState<OpenDialog>();
  /** The tab somebody wants to close although its transaction did something. */
  const [closing, setClosing] = useState<string>();
  const [resultView, setResultView] = useState<ResultView>('result');
  const [missing, setMissing] = useState<readonly string[]>([]);
  const panes = useEditorPanes();

  const { runs, danger, endDanger } = useRunStore(connector, projectId);
  const tabRuns = useTabRuns(runs, shownTab.id);
  useOpenFromAddress(connectorId, store);

  useEffect(() => {
    if (tabs.length === 0) store.add();
  }, [tabs.length, store]);

  const { statement, check } = useCheck(connector, shownTab, cursor);
  const problems = useMemo(
    () => problemsOf({ check, statement, runs: tabRuns.runs, sql: shownTab.sql }),
    [check, statement, tabRuns.runs, shownTab.sql],
  );
  const failed = tabRuns.runs.find(({ state }) => state === 'failed')?.error;
  const refusal = isErrorBody(failed) ? failed : undefined;
  useTellPageSubject({
    sql: shownTab.sql || undefined,
    error: refusal?.message,
    sqlState: refusal?.details?.['sqlState'] as string | undefined,
  });
  const { data: savedQueries = [] } = useQuery(savedQueriesQuery(connectorId));
  const savedQuery = savedQueries.find(({ id }) => id === shownTab.queryId);
  const isSame = savedQuery?.sql.trim() === shownTab.sql.trim();
  const { run, command } = useEditorCommands({
    onMissing: setMissing,
    tab,
    cursor,
    view,
    runs,
    onView: setResultView,
    onSave: () => setDialog({ kind: 'save' }),
  });

  function open(id: string) {
    changeSearch({ tab: id });
    setResultView('result');
  }

  function add(content: Partial<EditorTab> = {}) {
    open(store.add(content).id);
    panes.closeDrawer();
  }

  function openQuery({ id, name: title, sql, parameters, version }: SavedQuery) {
    const known = tabs.find(({ queryId }) => queryId === id);
    if (known) open(known.id);
    else add({ title, sql, parameters, queryId: id, queryVersion: version });
  }

  /** In a tab of its own, so that what is on screen stays. */
  function runAside(sql: string) {
    const aside = store.add({ sql, title: shownTab.title, parameters: shownTab.parameters });
    open(aside.id);
    void runs.run(aside, splitStatements(sql));
  }

  function close(id: string) {
    if ((runs.of(id).transaction?.statements ?? 0) > 0) return setClosing(id);
    if (runs.of(id).isRunning) runs.cancel(id);
    // Should it not arrive, the server rolls back by itself what nobody uses any more.
    runs.end(id, 'rollback').catch(() => undefined);
    forget(id);
  }

  async function endAndClose(id: string, how: 'commit' | 'rollback') {
    setClosing(undefined);
    if (runs.of(id).isRunning) runs.cancel(id);
    await runs.end(id, how, { readOnly: tabs.find((one) => one.id === id)?.readOnly ?? false });
    forget(id);
  }

  function forget(id: string) {
    const next = store.close(id);
    runs.forget(id);
    if (id === tab?.id) changeSearch({ tab: next?.id });
  }

  return {
    projectId,
    connector,
    connectorId,
    isFiles,
    mayWrite,
    mayWriteHere,
    store,
    tabs: { list: tabs, closed, isKept, problem, open, add, close, openQuery },
    tab,
    view,
    cursor,
    setCursor,
    dialog,
    setDialog,
    closing,
    setClosing,
    endAndClose,
    resultView,
    setResultView,
    missing,
    panes,
    runs,
    tabRuns,
    danger,
    endDanger,
    statement,
    check,
    problems,
    saved: savedQuery && (isSame ? ('saved' as const) : ('edited' as const)),
    run,
    command,
    runAside,
  };
}
