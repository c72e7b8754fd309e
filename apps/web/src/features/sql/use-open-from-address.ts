import {
  runParameter,
  type RunParameter,
  queryRoutes,
  type QueryParameter,
} from '@causeway/contract/sql/queries.ts';
import { queryRunRoutes } from '@causeway/contract/sql/query-runs.ts';
import { useEffect } from 'react';
import { z } from 'zod';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import { asTabParameters } from './run/given-values.tsx';
import type { TabContent, TabStore } from './tabs/tab-store.ts';
import { type EditorSearch, useChangeEditorSearch, useEditorSearch } from './use-editor-search.ts';

/** An address may bring a text, a saved query or a snapshot's statement; it becomes a tab, and the address names that. */
export function useOpenFromAddress(connectorId: string, store: TabStore): void {
  const { sql, query, values, again } = useEditorSearch();
  const changeSearch = useChangeEditorSearch();
  const connector = { id: connectorId };

  async function openLoaded(
    name: keyof EditorSearch,
    load: () => Promise<Partial<TabContent>>,
  ): Promise<void> {
    try {
      const tab = store.add(await load());
      changeSearch({ [name]: undefined, values: undefined, tab: tab.id });
    } catch (error) {
      changeSearch({ [name]: undefined, values: undefined });
      await notifyError(error);
    }
  }

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
    if (known && values === undefined) {
      changeSearch({ query: undefined, tab: known.id });
      return;
    }
    void openLoaded('query', async () => {
      const params = { queryId: query };
      const found = await api.call(queryRoutes.show, { params, query: { connector } });
      const { id: queryId, version: queryVersion, name: title } = found;
      const parameters = withGiven(found.parameters, values);
      return { title, sql: found.sql, parameters, queryId, queryVersion };
    });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [query]);

  useEffect(() => {
    if (again === undefined) return;
    void openLoaded('again', async () => {
      const params = { runId: again };
      const found = await api.call(queryRunRoutes.showSnapshot, { params, query: { connector } });
      const { name: title, queryId, parameters } = found;
      return { title, sql: found.sql, queryId, parameters: asTabParameters(parameters) };
    });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [again]);
}

function withGiven(saved: QueryParameter[], values: string | undefined): QueryParameter[] {
  const given = new Map(readValues(values).map(({ name, value }) => [name, value]));
  return saved.map((one) => ({ ...one, value: given.get(one.name) ?? one.value }));
}

/** An address may say anything. */
function readValues(text = '[]'): RunParameter[] {
  try {
    return z.array(runParameter).parse(JSON.parse(text));
  } catch {
    return [];
  }
}
