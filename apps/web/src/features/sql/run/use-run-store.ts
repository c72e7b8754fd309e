import type { Danger } from '@causeway/contract/sql/editor.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshCatalog } from '#domain/connectors/resources-query.ts';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { loadNotifications } from '#ui/notifications.ts';
import { useHandlers } from '#ui/use-handlers.ts';
import { namesQuery } from '../completion/use-names.ts';
import type { AskedDanger } from './danger-dialog.tsx';
import { createRunStore } from './run-store.ts';

/** What runs on a connector, and the question that waits before something is destroyed. */
export function useRunStore({ id: connectorId, implementation }: Connector) {
  const { t } = useTranslation('sql');
  const queryClient = useQueryClient();
  const [danger, setDanger] = useState<AskedDanger>();
  const isFiles = implementation !== 'sql';
  // Another language takes neither results nor open transactions away.
  const { tell } = useHandlers({ tell: () => void tellLost(t('transaction.lost')) });
  const runs = useMemo(
    () =>
      createRunStore({
        connectorId,
        isFiles,
        confirm: (dangers: Danger[], sql: string) =>
          new Promise<boolean>((answer) => setDanger({ dangers, sql, answer })),
        onLost: tell,
        onSchema: () => {
          void queryClient.invalidateQueries(namesQuery(connectorId));
          void refreshCatalog(connectorId);
        },
        onRan: () =>
          void queryClient.invalidateQueries({ queryKey: ['queries', connectorId, 'runs'] }),
      }),
    [connectorId, isFiles, queryClient, tell],
  );
  return { runs, danger, endDanger: () => setDanger(undefined) };
}

async function tellLost(message: string): Promise<void> {
  const notifications = await loadNotifications();
  notifications.show({ message, color: 'yellow', autoClose: 8_000, withBorder: true });
}
