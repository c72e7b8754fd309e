import type { Screen } from '@causeway/contract/tables/edits.ts';
import { ledgerRoutes, type ChangedSince } from '@causeway/contract/ledger.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { notifyError } from '#platform/notify-error.ts';
import { loadNotifications } from '#ui/notifications.ts';
import type { DraftSource } from './draft-query.ts';
import { refreshTable } from './refresh-table.ts';

/** Rows that are not what the change set made them: taking it back would lose what came after. */
export type RefusedRevert = ChangedSince & { setId: string };

/** Taking back what was written, as long as it still is what was written. */
export function useRevert(
  { connectorId, name }: DraftSource,
  screen: Screen,
  onReverted?: () => void,
) {
  const { t } = useTranslation('row-drafts');
  const [refused, setRefused] = useState<RefusedRevert>();

  async function revert(setId: string, { skipChanged = false } = {}): Promise<void> {
    try {
      const { inserted, updated, deleted, left } = await api.call(ledgerRoutes.revert, {
        params: { id: setId },
        body: { connector: { id: connectorId }, screen, skipChanged },
      });
      setRefused(undefined);
      await refreshTable(connectorId, name);
      onReverted?.();
      const message = t('reverted', { count: inserted + updated + deleted });
      const notifications = await loadNotifications();
      notifications.show({
        message: left > 0 ? `${message} ${t('left', { count: left })}` : message,
        withCloseButton: false,
      });
    } catch (error) {
      const changed = changedSinceIn(error);
      if (changed) setRefused({ ...changed, setId });
      else await notifyError(error);
    }
  }

  return { revert, refused, dismiss: () => setRefused(undefined) };
}

function changedSinceIn(error: unknown): ChangedSince | undefined {
  const details = isErrorBody(error) ? error.details : undefined;
  return details && 'changed' in details ? (details as ChangedSince) : undefined;
}
