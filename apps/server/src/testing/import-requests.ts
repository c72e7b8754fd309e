import qs from 'qs';
import {
  type ImportPlan,
  plainReadOptions,
  type ReadOptions,
} from '@causeway/contract/imports/plan.ts';
import {
  type ImportPreview,
  type ImportRecord,
  PART_SIZE,
  type Reject,
} from '@causeway/contract/imports/records.ts';
import { eventually } from './eventually.ts';
import type { Answer } from './send.ts';
import type { SqlWorkspace } from './sql-workspace.ts';

type Wanted = Partial<Omit<ImportPlan, 'read' | 'columns'>> & {
  read?: Partial<ReadOptions>;
  /** File columns as they are called in the table; a bare name is both. */
  columns: (string | ImportPlan['columns'][number])[];
  table?: string;
};

/** Imports as a client makes them: a file in parts, a look at it, a run, and what came of it. */
export function createImportRequests(space: SqlWorkspace, connectorId = space.plain) {
  const connector = { id: connectorId };
  const query = qs.stringify({ connector });
  const token = space.editor.token;
  const path = '/api/imports/v1/imports';

  async function send<Answered>(method: string, rest: string, body?: object): Promise<Answered> {
    const answer = await trySend(method, rest, body);
    if (answer.status !== 200)
      throw new Error(`${method} ${rest}: ${answer.status} ${answer.text}`);
    return answer.json as Answered;
  }

  function trySend(method: string, rest: string, body?: object): Promise<Answer> {
    return space.server.send(method, `${path}${rest}`, {
      token,
      ...(body ? { body: { connector, ...body } } : { query }),
    });
  }

  async function sendPart(id: string, part: number, bytes: Uint8Array): Promise<Response> {
    return fetch(`${space.server.url}${path}/${id}/parts/${part}?${query}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: bytes as Uint8Array<ArrayBuffer>,
    });
  }

  async function upload(content: string | Uint8Array, fileName = 'file.csv'): Promise<string> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const source = { kind: 'upload', fileName, size: bytes.length };
    const { id } = await send<ImportRecord>('POST', '', { source });
    for (let part = 0; part * PART_SIZE < bytes.length; part += 1) {
      const answer = await sendPart(
        id,
        part,
        bytes.subarray(part * PART_SIZE, (part + 1) * PART_SIZE),
      );
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    }
    return id;
  }

  const show = (id: string) => send<ImportRecord>('GET', `/${id}`);

  async function ended(id: string): Promise<ImportRecord> {
    return eventually(async () => {
      const record = await show(id);
      if (record.endedAt === null) throw new Error(`still ${record.state}`);
      return record;
    });
  }

  function plan({ read, columns, table, ...rest }: Wanted): ImportPlan {
    return {
      read: { ...plainReadOptions, ...read },
      target: { kind: 'existing', schema: 'public', table: table ?? '' },
      mode: { kind: 'insert' },
      onBadRows: 'stop',
      ...rest,
      columns: columns.map((column) =>
        typeof column === 'string' ? { from: column, to: column, nulls: 'asRead' } : column,
      ),
    };
  }

  async function run(id: string, wanted: Wanted, dryRun = false): Promise<ImportRecord> {
    await send('POST', `/${id}/run`, { plan: plan(wanted), dryRun });
    return ended(id);
  }

  return {
    send,
    trySend,
    sendPart,
    upload,
    show,
    ended,
    plan,
    run,
    preview: (id: string, read?: Partial<ReadOptions>) =>
      send<ImportPreview>('POST', `/${id}/preview`, read ? { read } : {}),
    rejects: async (id: string) => (await send<{ items: Reject[] }>('GET', `/${id}/rejects`)).items,
    /** A file and what is to become of it, at once. */
    importFile: async (content: string | Uint8Array, wanted: Wanted, fileName?: string) =>
      run(await upload(content, fileName), wanted),
  };
}
