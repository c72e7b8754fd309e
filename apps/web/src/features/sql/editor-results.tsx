import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import { useTranslation } from 'react-i18next';
import { ResizeHandle } from '#ui/resize-handle.tsx';
import classes from './editor.module.css';
import { ResultPane } from './results/result-pane.tsx';
import type { EditorState } from './use-editor.ts';

/** What came of it, as high as somebody dragged it. */
export function EditorResults({ editor, tab }: { editor: EditorState; tab: EditorTab }) {
  const { t } = useTranslation('sql');
  const { panes, runs, tabRuns, view } = editor;
  return (
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
        connectorId={editor.connectorId}
        isFiles={editor.isFiles}
        tab={tab}
        runs={tabRuns}
        view={editor.resultView}
        statement={editor.statement}
        check={editor.check}
        mayWrite={editor.mayWrite}
        onView={editor.setResultView}
        onChoose={(place) => {
          runs.choose(tab.id, place);
          editor.setResultView('result');
        }}
        onShow={(one, place) => view.current?.select(place ?? one.from, place ?? one.to)}
        onFix={(one, { from, to, insert }) => {
          view.current?.select(one.from + from, one.from + to);
          view.current?.insert(insert);
        }}
        onDialog={editor.setDialog}
        onRunAside={editor.runAside}
        onRunAgain={() => editor.run(tabRuns.runs.map((one) => one.statement))}
      />
    </div>
  );
}
