import qs from 'qs';
import type { ExportRecord } from '@causeway/contract/exports.ts';
import type { SqlWorkspace } from './sql-workspace.ts';

/** A table with what is easily lost on the way: digits, formulas, line ends, empty and no values. */
export async function createGoods(space: SqlWorkspace): Promise<void> {
  await space.run(`create table goods (id int primary key, name text, price numeric(10,2),
    big bigint, data jsonb, at timestamptz, tags text[])`);
  await space.run(`insert into goods values
    (1, 'Tea', 4.50, 9007199254740993, '{"n":9007199254740993}', '2021-09-27 20:55:25.625535+00', '{a,b}'),
    (2, '=cmd|''/C calc''!A0', null, null, 'null', null, '{}'),
    (3, 'line 1
line 2', -1, 1, '"text"', '2024-01-01 00:00:00+00', null)`);
}

export type GivenExport = { source?: object; file?: object; destination?: object };

/** All of it as JSON, unless told otherwise. */
export function exportOfGoods(
  { plain }: SqlWorkspace,
  { source, file, ...rest }: GivenExport = {},
) {
  return {
    connector: { id: plain },
    source: { kind: 'table', table: 'goods', ...source },
    file: { format: 'json', ...file },
    ...rest,
  };
}

/** What tests of exports ask for again and again, as a viewer unless told otherwise. */
export function exportCalls(spaceOf: () => SqlWorkspace) {
  const body = (given?: GivenExport) => exportOfGoods(spaceOf(), given);
  return {
    body,
    create: async (given: GivenExport, token = spaceOf().viewer.token) => {
      const sent = { token, body: { destination: { kind: 'download' }, ...body(given) } };
      const answer = await spaceOf().server.send('POST', '/api/exports/v1/exports', sent);
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.json as ExportRecord & { downloadPath: string | null };
    },
    show: async (id: string): Promise<ExportRecord> => {
      const { server, viewer, plain } = spaceOf();
      const query = qs.stringify({ connector: { id: plain } });
      const sent = { token: viewer.token, query };
      const answer = await server.send('GET', `/api/exports/v1/exports/${id}`, sent);
      return answer.json as ExportRecord;
    },
  };
}
