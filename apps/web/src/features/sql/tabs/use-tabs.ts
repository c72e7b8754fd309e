import { editorTabRoutes, type EditorTab } from '@causeway/contract/sql/queries.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { createTabStore, type TabsState, type TabStore, type TabTransport } from './tab-store.ts';
import { numberOfUntitled } from './untitled.ts';

export function tabsQuery(connectorId: string) {
  return queryOptions({
    queryKey: ['queries', connectorId, 'tabs'],
    queryFn: ({ signal }) =>
      api.call(editorTabRoutes.list, { query: { connector: { id: connectorId } } }, { signal }),
    staleTime: 0,
  });
}

type Listed = { open: EditorTab[]; closed: EditorTab[] };

/** The tabs of a connector, as they are typed in here and changed elsewhere. */
export function useTabs(connectorId: string, listed: Listed): TabStore {
  const { t } = useTranslation('sql');
  const { id: userId } = useCurrentUser();
  const store = useMemo(
    () =>
      createTabStore({
        key: `causeway.tabs.${userId}.${connectorId}`,
        memory: localStorage,
        transport: transportOf(connectorId),
        ...listed,
        titleOf: (number) => t('tabs.untitled', { number }),
      }),
    // Later lists are received, not started over with.
    // oxlint-disable-next-line react/exhaustive-deps
    [connectorId, userId],
  );
  const { data } = useQuery(tabsQuery(connectorId));
  useEffect(() => {
    if (data) store.receive(data.open, data.closed);
  }, [data, store]);
  useEffect(() => {
    const leave = () => void store.flush({ isLeaving: true });
    globalThis.addEventListener('pagehide', leave);
    return () => {
      globalThis.removeEventListener('pagehide', leave);
      void store.flush();
    };
  }, [store]);
  return store;
}

/** Those that nobody named are called as the reader calls them, whoever opened them. */
export function useTabsState(store: TabStore): TabsState {
  const { t } = useTranslation('sql');
  const state = useSyncExternalStore(store.subscribe, store.state);
  return useMemo(() => {
    const call = (tab: EditorTab) => {
      const number = numberOfUntitled(tab.title);
      return number === undefined ? tab : { ...tab, title: t('tabs.untitled', { number }) };
    };
    return { ...state, tabs: state.tabs.map(call), closed: state.closed.map(call) };
  }, [state, t]);
}

function transportOf(connectorId: string): TabTransport {
  const connector = { id: connectorId };
  return {
    put: ({ id: tabId, updatedAt: _updatedAt, ...tab }, { isLeaving }) =>
      api.call(
        editorTabRoutes.put,
        { params: { tabId }, body: { connector, ...tab } },
        { keepalive: isLeaving },
      ),
    close: (tabId) => api.call(editorTabRoutes.close, { params: { tabId }, body: { connector } }),
    theirsIn: (error) =>
      isErrorBody(error) && error.code === 'E_VERSION_CONFLICT'
        ? (error.details?.theirs as EditorTab | undefined)
        : undefined,
  };
}

/** What stands in for a tab until there is one. */
export const noTab: EditorTab = {
  id: '',
  title: '',
  sql: '',
  queryId: null,
  queryVersion: null,
  position: 0,
  rowLimit: 1_000,
  readOnly: false,
  parameters: [],
  revision: 0,
  updatedAt: '',
};
