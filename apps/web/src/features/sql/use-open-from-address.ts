import { queryRoutes } from '@causeway/contract/queries.ts';
import { useEffect } from 'react';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import type { TabStore } from './tabs/tab-store.ts';
import { useChangeEditorSearch, useEditorSearch } from './use-editor-search.ts';

/** An address may bring a text or a saved query; it becomes a tab, and the address names that. */
export function useOpenFromAddress(connectorId: string, store: TabStore): void {
  const { sql, query } = useEditorSearch();
  const changeSearch = useChangeEditorSearch();

  useEffect(() => {
    if (sql === undefined) return;
    const known = store.state().tabs.find((tab) => tab.sql === sql);
    const tab = known ?? store.add({ sql });
    changeSearch({ sql: undefined, tab: tab.id });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [sql]);

  useEffect(() => {
    if (query === undefined) return;
    const known = store.state().tabs.find(({ queryId }) => queryId === query);
    if (known) {
      changeSearch({ query: undefined, tab: known.id });
      return;
    }
    api
      .call(queryRoutes.show, {
        params: { queryId: query },
        query: { connector: { id: connectorId } },
      })
      .then((found) => {
        const { name: title, sql: text, parameters } = found;
        const tab = store.add({ title, sql: text, parameters, queryId: found.id });
        changeSearch({ query: undefined, tab: tab.id });
      })
      .catch((error: unknown) => {
        changeSearch({ query: undefined });
        return notifyError(error);
      });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [query]);
}
