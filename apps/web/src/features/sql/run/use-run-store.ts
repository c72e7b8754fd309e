import { useEffect, useSyncExternalStore } from 'react';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useHandlers } from '#ui/use-handlers.ts';
import { runsOf } from './kept-runs.ts';
import { hideLeftOpen, showLeftOpen } from './left-open.tsx';

/** What runs on a connector; leaving the page ends nothing of it, and an open transaction is told. */
export function useRunStore(
  { id: connectorId, implementation, name }: Connector,
  projectId: string,
) {
  const { runs, subscribe, danger, endDanger } = runsOf({
    id: connectorId,
    isFiles: implementation !== 'sql',
  });
  const asked = useSyncExternalStore(subscribe, danger);
  const openHref = useOpenHref();
  const { leave } = useHandlers({
    leave: () => {
      const [open] = runs.openTransactions();
      if (!open) return;
      const { tabId, transaction } = open;
      const search = new URLSearchParams({ projectId, connectorId, tab: tabId });
      void showLeftOpen({
        connectorId,
        name,
        secondsLeft: transaction.idleSecondsLeft,
        onBack: () => openHref(`/sql/editor?${search.toString()}`),
      });
    },
  });
  useEffect(() => {
    hideLeftOpen(connectorId);
    return leave;
  }, [connectorId, leave]);
  return { runs, danger: asked, endDanger };
}
