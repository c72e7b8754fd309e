import qs from 'qs';
import type { ChangeSet, RecordedChange, RowHistoryEntry } from '@causeway/contract/ledger.ts';
import type { Answer } from './send.ts';
import type { SqlWorkspace } from './sql-workspace.ts';
import { read } from './table-requests.ts';

export type Page<Item> = { items: Item[]; nextCursor: string | null };

/** Calls about what was written in a workspace, as its pages make them. */
export function createLedgerRequests(space: SqlWorkspace) {
  async function get<Answered>(path: string, query: object = {}): Promise<Answered> {
    const text = qs.stringify({ connector: { id: space.plain }, ...query });
    return read(await space.server.send('GET', path, { token: space.viewer.token, query: text }));
  }

  const sets = (query: object = {}) => get<Page<ChangeSet>>('/api/ledger/v1/sets', query);

  return {
    sets,
    /** The last one, of a table if it is named. */
    newestSet: async (table?: string): Promise<ChangeSet> => {
      const [set] = (await sets({ limit: 1, ...(table && { table }) })).items;
      if (!set) throw new Error(`Nothing was recorded ${table ?? ''}`);
      return set;
    },
    changes: async (setId: string, query: object = {}): Promise<Page<RecordedChange>> => {
      const answer = await get<{ changes: Page<RecordedChange> }>(
        `/api/ledger/v1/sets/${setId}`,
        query,
      );
      return answer.changes;
    },
    history: (table: string, key: object, query: object = {}) => {
      const path = `/api/tables/v1/tables/${encodeURIComponent(table)}/history`;
      return get<Page<RowHistoryEntry>>(path, { key, ...query });
    },
    revert: (setId: string, body: object = {}): Promise<Answer> => {
      return space.server.send('POST', `/api/ledger/v1/sets/${setId}/revert`, {
        token: space.editor.token,
        body: { connector: { id: space.plain }, screen: 'history', ...body },
      });
    },
  };
}

export type LedgerRequests = ReturnType<typeof createLedgerRequests>;
