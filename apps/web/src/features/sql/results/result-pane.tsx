import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import type { StatementCheck } from '@causeway/contract/sql/editor.ts';
import type { SqlStatement } from '@causeway/contract/sql/lexer.ts';
import { lazy, Suspense, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isErrorBody } from '#platform/api/client.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { KeyHint } from '#ui/key-hint.tsx';
import type { OpenDialog } from '../editor-dialogs.tsx';
import { PlanView } from '../plan/plan-view.tsx';
import { bindingsOf, type StatementRun, type TabRuns } from '../run/run-store.ts';
import type { Meant } from '../completion/did-you-mean.ts';
import { DidYouMean } from './did-you-mean.tsx';
import { FailedRun } from './failed-run.tsx';
import { MessagesView } from './messages-view.tsx';
import classes from './result-pane.module.css';
import { ResultView as ShownResult } from './result-view.tsx';
import { Running } from './running.tsx';

const ChartView = lazy(() => import('../chart/chart-view.tsx'));

export type ResultView = 'result' | 'messages' | 'plan' | 'chart';

type ResultPaneProps = {
  connectorId: string;
  isFiles: boolean;
  tab: EditorTab;
  runs: TabRuns;
  view: ResultView;
  /** The one the cursor stands in: what a plan is made of. */
  statement: SqlStatement | undefined;
  check: StatementCheck | undefined;
  mayWrite: boolean;
  onView: (view: ResultView) => void;
  onChoose: (place: number) => void;
  /** Shows a statement in the editor, or a place in it. */
  onShow: (statement: SqlStatement, place?: number) => void;
  /** Writes another name in the place of one the database does not know. */
  onFix: (statement: SqlStatement, meant: Meant) => void;
  onDialog: (dialog: OpenDialog) => void;
  onRunAgain: () => void;
  onRunAside: (sql: string) => void;
};

/** What came of the statements: a result each, what the database said, the plan, a picture. */
export function ResultPane(props: ResultPaneProps) {
  const { connectorId, isFiles, tab, runs, view, statement, check, mayWrite, onView, onChoose } =
    props;
  const { t } = useTranslation('sql');
  const shown = runs.runs[runs.shown];
  const planned = shown && runs.isRunning ? shown.statement : statement;
  const tabs = [
    ...runs.runs.map((run, place) => ({
      key: run.key,
      isShown: view === 'result' && place === runs.shown,
      open: () => onChoose(place),
      content: <ResultTitle run={run} number={place + 1} isAlone={runs.runs.length === 1} />,
    })),
    ...(runs.runs.length === 0
      ? [
          {
            key: 'result',
            isShown: view === 'result',
            open: () => onView('result'),
            content: t('results.title'),
          },
        ]
      : []),
    ...(['messages', 'plan', 'chart'] as const).map((name) => ({
      key: name,
      isShown: view === name,
      open: () => onView(name),
      content: t(`results.${name}`),
    })),
  ];

  function press(event: KeyboardEvent, place: number) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step && tabs[(place + step + tabs.length) % tabs.length];
    if (!next) return;
    next.open();
    document.getElementById(`result-${next.key}`)?.focus();
  }

  return (
    <>
      <div className={classes.tabs} role="tablist" aria-label={t('results.label')}>
        {tabs.map(({ key, isShown, open, content }, place) => (
          <button
            key={key}
            id={`result-${key}`}
            type="button"
            role="tab"
            aria-selected={isShown}
            tabIndex={isShown ? 0 : -1}
            className={classes.tab}
            onClick={open}
            onKeyDown={(event) => press(event, place)}
          >
            {content}
          </button>
        ))}
      </div>
      <div className={classes.body}>
        {view === 'result' && <ShownRun {...props} run={shown} />}
        {view === 'messages' && <MessagesView runs={runs.runs} onShow={props.onShow} />}
        {view === 'plan' && (
          <PlanView
            connectorId={connectorId}
            isFiles={isFiles}
            statement={planned}
            bindings={planned ? bindingsOf(tab, planned.text) : {}}
            text={tab.sql}
            transaction={runs.transaction}
            mayAnalyze={mayWrite || check?.isReading === true}
            isReading={check === undefined || check.problem !== null || check.isReading}
            onShow={props.onShow}
          />
        )}
        {view === 'chart' && (
          <Suspense fallback={null}>
            <ChartView
              key={shown?.key}
              run={shown}
              title={tab.title}
              onDialog={mayWrite ? props.onDialog : undefined}
            />
          </Suspense>
        )}
      </div>
    </>
  );
}

type ResultTitleProps = { run: StatementRun; number: number; isAlone: boolean };

function ResultTitle({ run, number, isAlone }: ResultTitleProps) {
  const { t } = useTranslation('sql');
  const formats = useFormats();
  const count =
    run.result && (run.result.fields.length > 0 ? run.result.loadedRows : run.result.rowCount);
  return (
    <span className={classes.title} data-state={run.state} title={run.statement.text.slice(0, 400)}>
      {isAlone ? t('results.title') : t('results.number', { number })}
      {count !== undefined && (
        <span className={classes.count}>
          {formats.number(count)}
          {run.result?.hasMore ? '+' : ''}
        </span>
      )}
      {run.state === 'failed' && <Icon name="error" size={13} label={t('results.failed')} />}
    </span>
  );
}

type ShownRunProps = ResultPaneProps & { run: StatementRun | undefined };

function ShownRun({
  run,
  tab,
  connectorId,
  isFiles,
  mayWrite,
  onShow,
  onFix,
  onDialog,
  onRunAgain,
  onRunAside,
}: ShownRunProps) {
  const { t } = useTranslation('sql');
  if (!run) {
    return (
      <div className={classes.hint}>
        <p>{t('results.none')}</p>
        <KeyHint keys="mod+enter" />
      </div>
    );
  }
  if (run.state === 'running' || run.state === 'waiting') return <Running run={run} />;
  if (run.state === 'failed') {
    const { statement, error } = run;
    return (
      <FailedRun
        error={error}
        statement={statement}
        sql={tab.sql}
        onShow={onShow}
        meant={
          !isFiles && <MeantNames connectorId={connectorId} run={run} sql={tab.sql} onFix={onFix} />
        }
      />
    );
  }
  if (run.state === 'done' && run.result && run.rows) {
    return (
      <ShownResult
        key={run.key}
        connectorId={connectorId}
        result={run.result}
        rows={run.rows}
        sql={run.statement.text}
        title={tab.title}
        mayEdit={mayWrite && !tab.readOnly}
        maySend={mayWrite}
        onDialog={onDialog}
        onRunAgain={onRunAgain}
        onRunAside={onRunAside}
      />
    );
  }
  return (
    <EmptyState
      icon="stop"
      title={t(`results.${run.state === 'skipped' ? 'skipped' : 'cancelled'}`)}
      line={t(`results.${run.state === 'skipped' ? 'skippedLine' : 'cancelledLine'}`)}
    />
  );
}

type MeantNamesProps = {
  connectorId: string;
  run: StatementRun;
  sql: string;
  onFix: ResultPaneProps['onFix'];
};

/** As long as the statement stands where it was run from, and the database said where it stumbled. */
function MeantNames({ connectorId, run: { error, statement }, sql, onFix }: MeantNamesProps) {
  const { position, sqlState } = (isErrorBody(error) && error.details) || {};
  const isThere = sql.slice(statement.from, statement.to) === statement.text;
  if (!isThere || typeof position !== 'number' || typeof sqlState !== 'string') return null;
  return <DidYouMean {...{ connectorId, statement, sqlState, position, onFix }} />;
}
