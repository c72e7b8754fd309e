import { editorTabRoutes, type QueryParameter } from '@causeway/contract/sql/queries.ts';
import { DEFAULT_ROW_LIMIT } from '@causeway/contract/sql/editor.ts';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';

type NewTab = {
  connectorId: string;
  title: string;
  sql: string;
  parameters: QueryParameter[];
};

/**
 * Puts the SQL into a new tab of the editor, behind those that are open, and returns its id. The tab
 * is the server's before the page changes, so no text is cut and none stands in an address.
 */
export async function addEditorTab({ connectorId, ...tab }: NewTab): Promise<string> {
  const connector = { id: connectorId };
  const { open } = await api.call(editorTabRoutes.list, { query: { connector } });
  const tabId = crypto.randomUUID();
  await api.call(editorTabRoutes.put, {
    params: { tabId },
    body: {
      connector,
      ...tab,
      title: tab.title.slice(0, 200),
      queryId: null,
      position: Math.max(0, ...open.map(({ position }) => position)) + 1,
      rowLimit: DEFAULT_ROW_LIMIT,
      readOnly: false,
      revision: 0,
    },
  });
  // The editor starts with the list that has it.
  queryClient.removeQueries({ queryKey: ['queries', connectorId, 'tabs'] });
  return tabId;
}
