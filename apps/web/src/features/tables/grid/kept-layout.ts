import { tableLayoutRoutes, type KeptLayout } from '@causeway/contract/tables/layouts.ts';
import { settingsNameOf } from '@causeway/contract/tables/names.ts';
import { readLocalStorageValue, useDebouncedCallback, useLocalStorage } from '@mantine/hooks';
import { useEffect } from 'react';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { keepHere } from '#platform/keep-here.ts';
import { findCurrentUser } from '#platform/session/user-query.ts';
import type { TableName } from '../table-name.ts';
import { freshLayout } from './column-layout.ts';

/**
 * How somebody arranged columns is at hand in this browser from the first paint on, and kept on the
 * server for others. What is `isUnsent` was arranged here and is not known there yet: it is sent soon,
 * or the next time the table is opened. Everything else here gives way to what the server says.
 */
type StoredLayout = KeptLayout & { isUnsent?: true };
type Place = { connectorId: string; name: TableName };

const PAUSE_MS = 500;

export function useKeptLayout(
  place: Place,
  told: KeptLayout | undefined,
): [KeptLayout, (layout: KeptLayout) => void] {
  const key = keyOf(place);
  const [stored, store] = useLocalStorage<StoredLayout>({
    key,
    defaultValue: freshLayout,
    getInitialValueInEffect: false,
  });
  const send = useDebouncedCallback(() => void sendLayout(place), {
    delay: PAUSE_MS,
    flushOnUnmount: true,
  });
  const toldText = JSON.stringify(told);
  useEffect(() => {
    const here = readStored(place);
    if (here.isUnsent) send();
    else if (told) {
      if (JSON.stringify(here) !== toldText) store(told);
    } else if (!isFresh(here)) {
      // Arranged here before the server kept such things.
      store({ ...here, isUnsent: true });
      send();
    }
    // Whenever the server says something else, or another table is shown.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [toldText, key]);
  return [
    stored,
    (layout) => {
      store({ ...layout, isUnsent: true });
      send();
    },
  ];
}

/** How the columns were arranged, as far as this browser knows. */
export function readLayout(place: Place): KeptLayout {
  return readStored(place);
}

/** What was arranged under an old name of the table is kept under the new one, unless that has its own. */
export function moveLayout(connectorId: string, before: TableName, after: TableName): void {
  const [from, to] = [keyOf({ connectorId, name: before }), keyOf({ connectorId, name: after })];
  const kept = readStored({ connectorId, name: before });
  localStorage.removeItem(from);
  if (isFresh(kept) || localStorage.getItem(to) !== null) return;
  keepHere(to, JSON.stringify({ ...kept, isUnsent: true }));
}

/** What fails stays unsent, and is sent when the table is opened again. */
async function sendLayout(place: Place): Promise<void> {
  const { connectorId, name } = place;
  const { isUnsent, ...layout } = readStored(place);
  if (!isUnsent) return;
  const { schema, table } = name;
  try {
    await api.call(tableLayoutRoutes.keepLayout, {
      params: { table },
      body: { connector: { id: connectorId }, schema, layout },
    });
  } catch {
    // Any failure: an arrangement of columns is not worth a message, and it is not lost.
    return;
  }
  const { isUnsent: _, ...now } = readStored(place);
  if (JSON.stringify(now) !== JSON.stringify(layout)) return;
  keepHere(keyOf(place), JSON.stringify(layout));
  queryClient.setQueriesData<{ layout?: KeptLayout }>(
    {
      queryKey: ['connectors'],
      predicate: ({ queryKey: [, , connector, , inSchema, ofTable] }) =>
        connector === connectorId && inSchema === schema && ofTable === table,
    },
    (details) => details && { ...details, layout },
  );
}

function readStored(place: Place): StoredLayout {
  return readLocalStorageValue<StoredLayout>({ key: keyOf(place), defaultValue: freshLayout });
}

/** Several people may use one browser. */
function keyOf({ connectorId, name }: Place): string {
  const user = findCurrentUser()?.id ?? '';
  return `causeway.columns.${user}.${connectorId}.${settingsNameOf(name)}`;
}

function isFresh(layout: KeptLayout): boolean {
  return JSON.stringify(layout) === JSON.stringify(freshLayout);
}
