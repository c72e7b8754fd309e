import { can } from '@causeway/contract/access.ts';
import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import { splitStatements } from '@causeway/contract/sql/lexer.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { savedQueriesQuery } from '#domain/queries/saved-queries-query.ts';
import { notifyError } from '#platform/notify-error.ts';
import { ResizeHandle } from '#ui/resize-handle.tsx';
import { fillPage } from '#ui/fill-page.ts';
import { SqlView, type SqlViewHandle } from './code/sql-view.tsx';
import { useNames } from './completion/use-names.ts';
import { DangerDialog } from './run/danger-dialog.tsx';
import classes from './editor.module.css';
import { EditorDialogs, type OpenDialog } from './editor-dialogs.tsx';
import { EditorStart } from './editor-start.tsx';
import { EditorToolbar } from './editor-toolbar.tsx';
import { useFilesCompletion } from './files/use-files-completion.ts';
import { ParametersBar } from './parameters-bar.tsx';
import { problemsOf } from './problems.ts';
import { ResultPane, type ResultView } from './results/result-pane.tsx';
import { useCheck } from './run/use-check.ts';
import { useRunStore } from './run/use-run-store.ts';
import { useOpenTransactions, useTabRuns } from './run/use-runs.ts';
import { SidePane } from './side/side-pane.tsx';
import { EditorStatus } from './editor-status.tsx';
import { TabStrip } from './tabs/tab-strip.tsx';
import { noTab, useTabs, useTabsState } from './tabs/use-tabs.ts';
import { useEditorCommands } from './use-editor-commands.ts';
import { useEditorPanes } from './use-editor-panes.ts';
import { useOpenFromAddress } from './use-open-from-address.ts';
import { useChangeEditorSearch, useEditorSearch } from './use-editor-search.ts';

type EditorProps = {
  projectId: string;
  connector: Connector;
  listed: { open: EditorTab[]; closed: EditorTab[] };
};

/** Tabs on top, what is written in the middle, what came of it below; beside it what there is to use. */
export function Editor({ projectId, connector, listed }: EditorProps) {
  const { t } = useTranslation('sql');
  const connectorId = connector.id;
  const { project } = useCurrentProject();
  const isFiles = connector.implementation !== 'sql';
  const mayWrite = project !== undefined && can(project.role, 'sql.write');
  const mayWriteHere = mayWrite && !isFiles && !connector.settings?.readOnly;
  const store = useTabs(connectorId, listed);
  const { tabs, closed, isKept, problem } = useTabsState(store);
  const { tab: wanted } = useEditorSearch();
  const changeSearch = useChangeEditorSearch();
  const tab = tabs.find(({ id }) => id === wanted) ?? tabs[0];
  const names = useNames(connectorId, !isFiles);
  const complete = useFilesCompletion(connector);
  const view = useRef<SqlViewHandle>(null);
  const [cursor, setCursor] = useState(0);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [resultView, setResultView] = useState<ResultView>('result');
  const panes = useEditorPanes();

  const { runs, danger, endDanger } = useRunStore(connector);
  useOpenTransactions(runs);
  const tabRuns = useTabRuns(runs, tab?.id ?? '');
  useOpenFromAddress(connectorId, store);

  useEffect(() => {
    if (tabs.length === 0) store.add();
  }, [tabs.length, store]);

  const shownTab = tab ?? noTab;
  const { statement, check } = useCheck(connector, shownTab, cursor);
  const problems = useMemo(
    () => problemsOf({ check, statement, runs: tabRuns.runs, sql: shownTab.sql }),
    [check, statement, tabRuns.runs, shownTab.sql],
  );

  const [missing, setMissing] = useState<readonly string[]>([]);
  const { data: savedQueries = [] } = useQuery(savedQueriesQuery(connectorId));
  const savedQuery = savedQueries.find(({ id }) => id === shownTab.queryId);
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

  /** In a tab of its own, so that what is on screen stays. */
  function runAside(sql: string) {
    const aside = store.add({ sql, title: shownTab.title, parameters: shownTab.parameters });
    open(aside.id);
    void runs.run(aside, splitStatements(sql));
  }

  function close(id: string) {
    if (runs.of(id).isRunning) runs.cancel(id);
    runs.end(id, 'rollback').catch(() => undefined);
    const next = store.close(id);
    if (id === tab?.id) changeSearch({ tab: next?.id });
  }

  const side = (
    <SidePane
      projectId={projectId}
      connector={connector}
      names={names}
      mayWrite={mayWrite}
      onInsert={(text) => {
        view.current?.insert(text);
        panes.closeDrawer();
      }}
      onOpen={add}
      onQuery={(query) => {
        const known = tabs.find(({ queryId }) => queryId === query.id);
        if (known) open(known.id);
        else {
          const { name: title, sql, parameters } = query;
          add({ title, sql, parameters, queryId: query.id });
        }
      }}
      onDialog={setDialog}
    />
  );

  if (!tab) return null;
  return (
    <div className={classes.page} ref={fillPage}>
      {panes.isSideOpen && (
        <aside className={panes.isNarrow ? classes.drawer : classes.side}>{side}</aside>
      )}
      <div className={classes.main}>
        <TabStrip
          tabs={tabs}
          closed={closed}
          activeId={tab.id}
          runs={runs}
          isSideOpen={panes.isSideOpen}
          onSide={panes.toggleSide}
          onOpen={open}
          onAdd={() => add()}
          onClose={close}
          onRename={(id, title) => store.change(id, { title })}
          onReopen={(one) => {
            store.reopen(one);
            open(one.id);
          }}
        />
        <EditorToolbar
          tab={tab}
          runs={tabRuns}
          check={check}
          isFiles={isFiles}
          mayWrite={mayWriteHere}
          isNarrow={panes.isNarrow ?? false}
          onChange={(change) => store.change(tab.id, change)}
          onCommand={command}
          onBegin={() => run([{ text: 'begin', from: 0, to: 0 }])}
          onEnd={(how) => runs.end(tab.id, how, { readOnly: tab.readOnly }).catch(notifyError)}
          onPreview={() => statement && setDialog({ kind: 'preview', sql: statement.text })}
          onDialog={setDialog}
        />
        <ParametersBar
          sql={tab.sql}
          parameters={tab.parameters}
          types={check?.parameters ?? []}
          missing={missing}
          onChange={(parameters) => store.change(tab.id, { parameters })}
          onRun={() => command('run')}
        />
        <div className={classes.code}>
          <SqlView
            ref={view}
            tabId={tab.id}
            text={tab.sql}
            label={t('code.label', { title: tab.title })}
            hint={t('code.hint')}
            names={names}
            complete={complete}
            problems={problems}
            onText={(sql) => store.change(tab.id, { sql })}
            onCursor={setCursor}
            onCommand={command}
          />
          {tab.sql === '' && (
            <EditorStart
              connector={connector}
              onSql={(sql) => {
                store.change(tab.id, { sql });
                view.current?.focus();
              }}
            />
          )}
        </div>
        <div className={classes.results} style={{ height: panes.resultHeight }}>
          <ResizeHandle
            label={t('results.resize')}
            side="bottom"
            size={panes.resultHeight}
            min={120}
            max={900}
            onDrag={panes.setResultHeight}
            onResize={panes.setResultHeight}
            onReset={panes.resetResultHeight}
          />
          <ResultPane
            connectorId={connectorId}
            isFiles={isFiles}
            tab={tab}
            runs={tabRuns}
            view={resultView}
            statement={statement}
            check={check}
            mayWrite={mayWrite}
            onView={setResultView}
            onChoose={(place) => {
              runs.choose(tab.id, place);
              setResultView('result');
            }}
            onShow={(one, place) => view.current?.select(place ?? one.from, place ?? one.to)}
            onDialog={setDialog}
            onRunAside={runAside}
            onRunAgain={() => run(tabRuns.runs.map((one) => one.statement))}
          />
        </div>
        <EditorStatus
          sql={tab.sql}
          cursor={cursor}
          check={check}
          runs={tabRuns}
          isReadOnly={!mayWriteHere || tab.readOnly}
          isKept={isKept}
          saved={savedQuery && (savedQuery.sql.trim() === tab.sql.trim() ? 'saved' : 'edited')}
          problem={problem}
        />
      </div>
      <EditorDialogs
        projectId={projectId}
        connectorId={connectorId}
        isFiles={isFiles}
        tab={tab}
        dialog={dialog}
        mayWrite={mayWrite}
        onClose={() => setDialog(undefined)}
        onSaved={(query) => store.change(tab.id, { queryId: query.id, title: query.name })}
        onOpen={add}
        onRun={(sql) => run([{ text: sql, from: cursor, to: cursor }])}
      />
      <DangerDialog
        asked={danger}
        onPreview={(sql) => setDialog({ kind: 'preview', sql })}
        onDone={endDanger}
      />
    </div>
  );
}
