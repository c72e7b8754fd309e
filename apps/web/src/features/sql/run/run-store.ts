import { listParameters } from '@causeway/contract/sql/placeholders.ts';
import type { FilesProgress } from '@causeway/contract/sql/files.ts';
import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import {
  sqlEditorRoutes,
  type Danger,
  type OpenTransaction,
  type RunResult,
} from '@causeway/contract/sql/editor.ts';
import type { SqlStatement } from '@causeway/contract/sql/lexer.ts';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { runFiles } from '#domain/files/run-files.ts';
import { createResultRows, pagesOf, type ResultRows } from '../results/result-rows.ts';

/**
 * A statement somebody ran, which is
 * - waiting: others of the same run come first
 * - running: the server works on it; cancelling frees its backend
 * - done: with its result; failed: with what is wrong; cancelled; skipped: one before it failed
 */
export type StatementRun = {
  key: string;
  statement: SqlStatement;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'skipped';
  startedAt: number;
  /** Somebody is asked whether it may destroy what it would; the server has done nothing so far. */
  isAsking?: boolean;
  /** Of a statement over files: what is fetched before it can begin. */
  progress?: FilesProgress;
  result?: RunResult;
  rows?: ResultRows;
  error?: unknown;
};

/** What belongs to a tab and is gone with the page: its results and its transaction. */
export type TabRuns = {
  runs: readonly StatementRun[];
  /** The result on screen. */
  shown: number;
  isRunning: boolean;
  transaction: OpenTransaction | null;
};

export type RunStore = {
  subscribe(listener: () => void): () => void;
  of(tabId: string): TabRuns;
  run(tab: EditorTab, statements: SqlStatement[]): Promise<void>;
  cancel(tabId: string): void;
  choose(tabId: string, shown: number): void;
  /** Ends the transaction of a tab. */
  end(
    tabId: string,
    how: 'commit' | 'rollback',
    options?: { isLeaving?: boolean; readOnly?: boolean },
  ): Promise<void>;
  /** Asks how the transactions stand; those that ended by themselves are told. */
  look(): Promise<void>;
  openTransactions(): { tabId: string; transaction: OpenTransaction }[];
  /** The tab is closed: its results need no room any more. */
  forget(tabId: string): void;
};

type RunInput = {
  connectorId: string;
  /** The connector is a bucket. */
  isFiles: boolean;
  /** Somebody saw what would be destroyed; true goes on. */
  confirm(dangers: Danger[], sql: string): Promise<boolean>;
  /** A transaction was rolled back because nobody used it. */
  onLost(tabId: string): void;
  /** A statement may have changed what tables there are. */
  onSchema(): void;
  onRan(): void;
};

const nothing: TabRuns = { runs: [], shown: 0, isRunning: false, transaction: null };

export function createRunStore({
  connectorId,
  isFiles,
  confirm,
  onLost,
  onSchema,
  onRan,
}: RunInput): RunStore {
  const connector = { id: connectorId };
  const tabs = new Map<string, TabRuns>();
  const controllers = new Map<string, AbortController>();
  const listeners = new Set<() => void>();
  const ending = new Set<string>();
  const of = (tabId: string) => tabs.get(tabId) ?? nothing;

  function show(tabId: string, change: Partial<TabRuns>): void {
    tabs.set(tabId, { ...of(tabId), ...change });
    for (const listener of listeners) listener();
  }

  function showRun(tabId: string, key: string, change: Partial<StatementRun>): void {
    const runs = of(tabId).runs.map((run) => (run.key === key ? { ...run, ...change } : run));
    show(tabId, { runs });
  }

  function sendToFiles(tab: EditorTab, run: StatementRun, signal: AbortSignal) {
    const { text: sql } = run.statement;
    const body = {
      connector,
      sql,
      bindings: bindingsOf(tab, sql),
      rowLimit: tab.rowLimit,
      tabId: tab.id,
      ...(tab.queryId && { queryId: tab.queryId }),
    };
    return runFiles(body, {
      signal,
      onProgress: (progress) => showRun(tab.id, run.key, { progress }),
    });
  }

  async function send(
    tab: EditorTab,
    { key, statement: { text: sql } }: StatementRun,
    signal: AbortSignal,
  ): Promise<RunResult> {
    const { transaction } = of(tab.id);
    const body = {
      connector,
      sql,
      bindings: bindingsOf(tab, sql),
      rowLimit: tab.rowLimit,
      readOnly: tab.readOnly,
      tabId: tab.id,
      ...(tab.queryId && { queryId: tab.queryId }),
      ...(transaction && { transactionId: transaction.id }),
    };
    try {
      return await api.call(sqlEditorRoutes.run, { body }, { signal });
    } catch (error) {
      if (!isErrorBody(error) || error.code !== 'E_SQL_UNCONFIRMED') throw error;
      showRun(tab.id, key, { isAsking: true });
      const isWanted = await confirm((error.details?.dangers ?? []) as Danger[], sql);
      showRun(tab.id, key, { isAsking: false, startedAt: performance.now() });
      if (!isWanted) throw new DOMException('Not confirmed', 'AbortError');
      return api.call(sqlEditorRoutes.run, { body: { ...body, confirmed: true } }, { signal });
    }
  }

  /** Says whether the next statement may run. */
  async function runOne(tab: EditorTab, run: StatementRun, signal: AbortSignal): Promise<boolean> {
    showRun(tab.id, run.key, { state: 'running', startedAt: performance.now() });
    try {
      const result = isFiles ? await sendToFiles(tab, run, signal) : await send(tab, run, signal);
      const rows = createResultRows(result, pagesOf(connectorId, result.runId));
      showRun(tab.id, run.key, { state: 'done', result, rows });
      show(tab.id, { transaction: result.transaction });
      if (changesSchema.test(result.command)) onSchema();
      return true;
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError';
      showRun(tab.id, run.key, isCancelled ? { state: 'cancelled' } : { state: 'failed', error });
      await lookAt(tab.id);
      return false;
    } finally {
      onRan();
    }
  }

  /** Where a statement or the end of the transaction is on its way, that tells what became of it. */
  async function lookAt(tabId: string, isTold = () => false): Promise<void> {
    const { transaction } = of(tabId);
    if (!transaction) return;
    const params = { transactionId: transaction.id };
    const isOver = () => of(tabId).transaction?.id !== transaction.id || isTold();
    try {
      const now = await api.call(sqlEditorRoutes.transaction, { params, query: { connector } });
      if (!isOver()) show(tabId, { transaction: now });
    } catch (error) {
      if (!isErrorBody(error) || error.code !== 'E_TRANSACTION_NOT_FOUND' || isOver()) return;
      show(tabId, { transaction: null });
      onLost(tabId);
    }
  }

  function openTransactions() {
    return [...tabs].flatMap(([tabId, { transaction }]) =>
      transaction ? [{ tabId, transaction }] : [],
    );
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    of,
    openTransactions,
    forget: (tabId) => {
      const { transaction } = of(tabId);
      tabs.delete(tabId);
      show(tabId, { transaction });
    },
    run: async (tab, statements) => {
      if (of(tab.id).isRunning || statements.length === 0) return;
      const controller = new AbortController();
      controllers.set(tab.id, controller);
      const runs = statements.map((statement): StatementRun => ({
        key: crypto.randomUUID(),
        statement,
        state: 'waiting',
        startedAt: performance.now(),
      }));
      show(tab.id, { runs, shown: 0, isRunning: true });
      let mayGoOn = true;
      for (const [place, run] of runs.entries()) {
        if (!mayGoOn) {
          showRun(tab.id, run.key, { state: 'skipped' });
          continue;
        }
        mayGoOn = await runOne(tab, run, controller.signal);
        if (!mayGoOn) show(tab.id, { shown: place });
      }
      controllers.delete(tab.id);
      show(tab.id, { isRunning: false });
    },
    cancel: (tabId) => controllers.get(tabId)?.abort(),
    choose: (tabId, shown) => show(tabId, { shown }),
    end: async (tabId, how, { isLeaving = false, readOnly = false } = {}) => {
      const { transaction } = of(tabId);
      // Who leaves while it is committed takes nothing of it back.
      if (!transaction || ending.has(tabId)) return;
      const params = { transactionId: transaction.id };
      ending.add(tabId);
      try {
        await api.call(
          sqlEditorRoutes.endTransaction,
          { params, body: { connector, how, readOnly } },
          { keepalive: isLeaving },
        );
        show(tabId, { transaction: null });
        // What it changed about tables was nobody else's to see before.
        if (how === 'commit') onSchema();
      } finally {
        ending.delete(tabId);
      }
    },
    look: async () => {
      await Promise.all(
        openTransactions().map(({ tabId }) =>
          lookAt(tabId, () => of(tabId).isRunning || ending.has(tabId)),
        ),
      );
    },
  };
}

/** Only what the statement names; nothing where it names nothing, so that `?` stays an operator. */
export function bindingsOf(tab: Pick<EditorTab, 'parameters'>, sql: string) {
  const values = new Map(tab.parameters.map(({ name, value }) => [name, value]));
  return Object.fromEntries(
    listParameters(sql).map(({ name }) => [name, values.get(name) ?? null]),
  );
}

const changesSchema = /^(CREATE|DROP|ALTER|COMMENT|COMMIT|TRUNCATE|SELECT INTO|IMPORT)/;
