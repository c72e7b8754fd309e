import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import { notifyError } from '#platform/notify-error.ts';
import { fillPage } from '#ui/fill-page.ts';
import { useNames } from './completion/use-names.ts';
import { EditorCode } from './editor-code.tsx';
import { EditorDialogs } from './editor-dialogs.tsx';
import classes from './editor.module.css';
import { EditorResults } from './editor-results.tsx';
import { EditorStatus } from './editor-status.tsx';
import { EditorToolbar } from './editor-toolbar.tsx';
import { ParametersBar } from './parameters-bar.tsx';
import { CloseTransaction } from './run/close-transaction.tsx';
import { DangerDialog } from './run/danger-dialog.tsx';
import { SidePane } from './side/side-pane.tsx';
import { TabStrip } from './tabs/tab-strip.tsx';
import { type EditorState, type OpenedEditor, useEditor } from './use-editor.ts';

/** Tabs on top, what is written in the middle, what came of it below; beside it what there is to use. */
export function Editor(opened: OpenedEditor) {
  const editor = useEditor(opened);
  const names = useNames(editor.connectorId, !editor.isFiles);
  const { tab, tabs, store, check, tabRuns } = editor;
  if (!tab) return null;
  const part = { editor, tab };
  return (
    <div className={classes.page} ref={fillPage}>
      <Side editor={editor} />
      <div className={classes.main}>
        <Tabs {...part} />
        <Toolbar {...part} />
        <ParametersBar
          sql={tab.sql}
          parameters={tab.parameters}
          types={check?.parameters ?? []}
          missing={editor.missing}
          onChange={(parameters) => store.change(tab.id, { parameters })}
          onRun={() => editor.command('run')}
        />
        <EditorCode {...part} names={names} />
        <EditorResults {...part} />
        <EditorStatus
          sql={tab.sql}
          cursor={editor.cursor}
          check={check}
          runs={tabRuns}
          isReadOnly={!editor.mayWriteHere || tab.readOnly}
          isKept={tabs.isKept}
          saved={editor.saved}
          problem={tabs.problem}
        />
      </div>
      <Dialogs {...part} />
    </div>
  );
}

type PartProps = { editor: EditorState; tab: EditorTab };

function Side({ editor }: { editor: EditorState }) {
  const { panes, tabs, view } = editor;
  if (!panes.isSideOpen) return null;
  return (
    <aside className={panes.isNarrow ? classes.drawer : classes.side}>
      <SidePane
        projectId={editor.projectId}
        connector={editor.connector}
        sql={editor.statement?.text ?? ''}
        mayWrite={editor.mayWrite}
        onInsert={(text) => {
          view.current?.insert(text);
          panes.closeDrawer();
        }}
        onOpen={tabs.add}
        onQuery={tabs.openQuery}
        onDialog={editor.setDialog}
      />
    </aside>
  );
}

function Tabs({ editor, tab }: PartProps) {
  const { tabs, store, panes, runs } = editor;
  return (
    <TabStrip
      tabs={tabs.list}
      closed={tabs.closed}
      activeId={tab.id}
      runs={runs}
      isSideOpen={panes.isSideOpen}
      onSide={panes.toggleSide}
      onOpen={tabs.open}
      onAdd={() => tabs.add()}
      onClose={tabs.close}
      onRename={(id, title) => store.change(id, { title })}
      onReopen={(one) => {
        store.reopen(one);
        tabs.open(one.id);
      }}
    />
  );
}

function Toolbar({ editor, tab }: PartProps) {
  const { statement, runs, store } = editor;
  return (
    <EditorToolbar
      tab={tab}
      runs={editor.tabRuns}
      check={editor.check}
      isFiles={editor.isFiles}
      mayWrite={editor.mayWriteHere}
      isNarrow={editor.panes.isNarrow ?? false}
      onChange={(change) => store.change(tab.id, change)}
      onCommand={editor.command}
      onBegin={() => editor.run([{ text: 'begin', from: 0, to: 0 }])}
      onEnd={(how) => runs.end(tab.id, how, { readOnly: tab.readOnly }).catch(notifyError)}
      onPreview={() => statement && editor.setDialog({ kind: 'preview', sql: statement.text })}
      onDialog={editor.setDialog}
    />
  );
}

function Dialogs({ editor, tab }: PartProps) {
  const { cursor, store, setDialog, closing, setClosing } = editor;
  return (
    <>
      <EditorDialogs
        projectId={editor.projectId}
        connectorId={editor.connectorId}
        isFiles={editor.isFiles}
        tab={tab}
        transaction={editor.tabRuns.transaction}
        dialog={editor.dialog}
        mayWrite={editor.mayWrite}
        onClose={() => setDialog(undefined)}
        onSaved={({ id, version, name }) =>
          store.change(tab.id, { queryId: id, queryVersion: version, title: name })
        }
        onDetails={(before, { id, version }) => {
          for (const one of editor.tabs.list) {
            const isOfIt = one.queryId === id && one.queryVersion === before.version;
            if (isOfIt) store.change(one.id, { queryVersion: version });
          }
        }}
        onOpen={editor.tabs.add}
        onRun={(sql) => editor.run([{ text: sql, from: cursor, to: cursor }])}
      />
      {closing !== undefined && (
        <CloseTransaction
          runs={editor.runs}
          tabId={closing}
          onEnd={(how) => void editor.endAndClose(closing, how).catch(notifyError)}
          onStay={() => setClosing(undefined)}
        />
      )}
      <DangerDialog
        asked={editor.danger}
        onPreview={(sql) => setDialog({ kind: 'preview', sql })}
        onDone={editor.endDanger}
      />
    </>
  );
}
