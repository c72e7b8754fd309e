import qs from 'qs';
import type { z } from 'zod';
import type {
  AppliedDraft,
  Draft,
  DraftChange,
  SeenColumns,
} from '@causeway/contract/tables/edits.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { refOfKey } from '@causeway/contract/tables/edits.ts';
import type { rowAnswer, RowsPage } from '@causeway/contract/tables/tables.ts';
import type { TestUser } from './factories.ts';
import type { Answer } from './send.ts';
import type { SqlWorkspace } from './sql-workspace.ts';

type RowAnswer = z.infer<typeof rowAnswer>;
export type Row = { row: unknown[]; key: Record<string, string>; version: string };

/** Calls about the tables of a workspace, as the explorer makes them. */
export function createTableRequests(space: SqlWorkspace) {
  const pathTo = (table: string, rest: string) =>
    `/api/tables/v1/tables/${encodeURIComponent(table)}/${rest}`;

  function get(table: string, rest: string, query: object = {}, as: TestUser = space.viewer) {
    const text = qs.stringify({ connector: { id: space.plain }, ...query });
    return space.server.send('GET', pathTo(table, rest), { token: as.token, query: text });
  }

  function send(
    method: string,
    path: string,
    body: object,
    options: { as?: TestUser; key?: string } = {},
  ): Promise<Answer> {
    return space.server.send(method, path, {
      token: (options.as ?? space.editor).token,
      key: options.key,
      body: { connector: { id: space.plain }, ...body },
    });
  }

  async function page(table: string, query: object = {}): Promise<RowsPage> {
    return read(await get(table, 'rows', query));
  }

  return {
    get,
    page,
    send,
    /** The first cell of every row there is, page after page. */
    walk: async (table: string, query: object = {}): Promise<unknown[]> => {
      const seen: unknown[] = [];
      let after: string | null | undefined;
      do {
        const next: RowsPage = await page(table, { ...query, ...(after && { after }) });
        seen.push(...firstCells(next));
        after = next.nextCursor;
      } while (after);
      return seen;
    },
    write: (method: 'POST' | 'PATCH' | 'DELETE', table: string, body: object, key?: string) => {
      const rest = method === 'POST' ? 'rows' : 'row';
      return send(method, pathTo(table, rest), body, { ...(key && { key }) });
    },
    show: async (table: string, key: object): Promise<Row> =>
      read(await get(table, 'row', { key })),
    /** The row as an editor begins with it: its version, and every column as text. */
    open: async (table: string, key: Record<string, string>) => {
      const { fields, row, version } = read<RowAnswer>(await get(table, 'row', { key }));
      const columns = fields.filter(({ role }) => role !== 'version');
      const base = columns.map(({ name }, index): [string, string | null] => {
        const cell = row[index] ?? null;
        return [name, cell === null ? null : String(cell)];
      });
      return { version: version ?? '', base: Object.fromEntries(base) };
    },

    details: async (table: string): Promise<TableDetails> => {
      const query = qs.stringify({ connector: { id: space.plain } });
      const path = `/api/tables/v1/tables/${encodeURIComponent(table)}`;
      return read(await space.server.send('GET', path, { token: space.viewer.token, query }));
    },

    draft: async (table: string, as: TestUser = space.editor): Promise<Draft> => {
      return read(await get(table, 'draft', {}, as));
    },
    stage: async (table: string, put: DraftChange[], drop: string[] = [], seen?: SeenColumns) => {
      const body = { put, drop, ...(seen && { seen }) };
      return read<{ revision: number }>(await send('PATCH', pathTo(table, 'draft'), body));
    },
    discard: async (table: string): Promise<Draft> => {
      return read(await send('DELETE', pathTo(table, 'draft'), {}));
    },
    preview: async (table: string, body: object = {}) => {
      const answer = await send('POST', pathTo(table, 'draft/preview'), body);
      return read<{ statements: { ref: string; sql: string }[] }>(answer).statements;
    },
    apply: (table: string, body: object = {}, options: { as?: TestUser; key?: string } = {}) => {
      return send('POST', pathTo(table, 'draft/apply'), { screen: 'explore', ...body }, options);
    },
    applied: async (table: string, body: object = {}): Promise<AppliedDraft> => {
      const answer = await send('POST', pathTo(table, 'draft/apply'), {
        screen: 'explore',
        ...body,
      });
      return read(answer);
    },
  };
}

export type TableRequests = ReturnType<typeof createTableRequests>;

export function firstCells({ rows }: RowsPage): unknown[] {
  return rows.map(([first]) => first);
}

export function read<Answered>(answer: Answer): Answered {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.json as Answered;
}

/** A staged update of the row with this key; without a version only its base guards it. */
export function update(
  key: Record<string, string>,
  values: Record<string, string | null | { default: true }>,
  seen: { version?: string; base?: Record<string, string | null> } = {},
): DraftChange {
  return {
    kind: 'update',
    ref: refOfKey(key),
    key,
    version: seen.version ?? null,
    base: seen.base ?? {},
    values: staged(values),
  };
}

export function insert(
  ref: string,
  values: Record<string, string | null | { default: true }>,
): DraftChange {
  return { kind: 'insert', ref, values: staged(values) };
}

export function remove(
  key: Record<string, string>,
  seen: { version?: string; base?: Record<string, string | null> } = {},
): DraftChange {
  const { version = null, base = {} } = seen;
  return { kind: 'delete', ref: refOfKey(key), key, version, base };
}

function staged(values: Record<string, string | null | { default: true }>) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (value === null) return [name, { null: true as const }];
      return [name, typeof value === 'string' ? { set: value } : value];
    }),
  );
}
