import type { Danger } from '@causeway/contract/sql/editor.ts';
import { refreshCatalog } from '#domain/connectors/resources-query.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { i18n } from '#platform/i18n/i18n.ts';
import { holdUnsavedWork } from '#platform/navigation/unsaved-work.ts';
import { loadNotifications } from '#ui/notifications.ts';
import { namesQuery } from '../completion/use-names.ts';
import type { AskedDanger } from './danger-dialog.tsx';
import { hideLeftOpen } from './left-open.tsx';
import { createRunStore, type RunStore } from './run-store.ts';

/** What runs on a connector, and the question that waits before something is destroyed. */
export type KeptRuns = {
  runs: RunStore;
  subscribe(listener: () => void): () => void;
  danger(): AskedDanger | undefined;
  endDanger(): void;
};

const LOOK_MS = 10_000;
const kept = new Map<string, KeptRuns>();

/** One for each connector, for as long as the product is open: who looks something up elsewhere finds results and an open transaction as they were. */
export function runsOf({ id, isFiles }: { id: string; isFiles: boolean }): KeptRuns {
  const known = kept.get(id) ?? keepRuns(id, isFiles);
  kept.set(id, known);
  return known;
}

function keepRuns(connectorId: string, isFiles: boolean): KeptRuns {
  const listeners = new Set<() => void>();
  let asked: AskedDanger[] = [];
  const ask = (next: AskedDanger[]) => {
    asked = next;
    for (const listener of listeners) listener();
  };
  const runs = createRunStore({
    connectorId,
    isFiles,
    confirm: (dangers: Danger[], sql: string) =>
      new Promise<boolean>((answer) => ask([...asked, { dangers, sql, answer }])),
    onLost: () => void tellLost(connectorId),
    onSchema: () => {
      void queryClient.invalidateQueries(namesQuery(connectorId));
      void refreshCatalog(connectorId);
    },
    onRan: () => void queryClient.invalidateQueries({ queryKey: ['queries', connectorId, 'runs'] }),
  });
  guardTransactions(runs);
  return {
    runs,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    danger: () => asked[0],
    endDanger: () => ask(asked.slice(1)),
  };
}

/**
 * While a transaction is open the server is told that somebody looks, and who would close the product
 * with statements in it is asked; closing it rolls back.
 */
function guardTransactions(runs: RunStore): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  let release: (() => void) | undefined;
  const leave = () => {
    for (const { tabId } of runs.openTransactions()) {
      runs.end(tabId, 'rollback', { isLeaving: true }).catch(() => undefined);
    }
  };
  runs.subscribe(() => {
    const open = runs.openTransactions();
    if (open.some(({ transaction }) => transaction.statements > 0)) release ??= holdUnsavedWork();
    else {
      release?.();
      release = undefined;
    }
    if (open.length > 0) timer ??= setInterval(() => void runs.look(), LOOK_MS);
    else {
      clearInterval(timer);
      timer = undefined;
    }
  });
  globalThis.addEventListener('pagehide', leave);
}

async function tellLost(connectorId: string): Promise<void> {
  hideLeftOpen(connectorId);
  const notifications = await loadNotifications();
  const message = i18n.t('sql:transaction.lost');
  notifications.show({ message, color: 'yellow', autoClose: 8_000, withBorder: true });
}
