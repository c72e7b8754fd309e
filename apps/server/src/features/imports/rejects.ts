import { Readable } from 'node:stream';
import { withoutFormula } from '@causeway/contract/csv.ts';
import type { Reject } from '@causeway/contract/imports/records.ts';
import { changeRows, type Db, listRows } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import { sql } from '#platform/db/sql.ts';
import { writeCells } from './file/csv-copy.ts';

const AT_ONCE = 5_000;

/** Refused rows in the order of the file. */
export async function saveRejects(
  db: Db,
  importId: string,
  rejects: readonly Reject[],
): Promise<void> {
  for (let start = 0; start < rejects.length; start += AT_ONCE) {
    const some = rejects.slice(start, start + AT_ONCE);
    const list = (part: (reject: Reject) => unknown) => some.map(part);
    await changeRows(
      db,
      sql`insert into import_rejects (import_id, place, line, column_name, value, rule, reason)
          select ${importId}::uuid, ${start}::int + place, line, column_name, value, rule, reason
          from unnest(${list(({ line }) => line)}::bigint[],
            ${list(({ column }) => column)}::text[], ${list(({ value }) => value)}::text[],
            ${list(({ rule }) => rule)}::text[], ${list(({ reason }) => reason)}::text[])
            with ordinality as given(line, column_name, value, rule, reason, place)`,
    );
  }
}

export async function listRejects(
  db: Db,
  importId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const [after] = readCursor(cursor, ['bigint']);
  const rows = await listRows<Reject & { place: number }>(
    db,
    sql`select place, line::float8 as line, column_name as column, value, rule, reason
        from import_rejects where import_id = ${importId} and place > ${Number(after ?? 0)}
        order by place limit ${limit + 1}`,
  );
  return toPage(rows, limit, ({ place }) => [String(place)]);
}

/** All of them as a file, which a spreadsheet may open: nothing in it is a formula. */
export function writeRejectsFile(db: Db, importId: string): Readable {
  const lines = async function* () {
    yield 'line,column,value,rule,reason\n';
    let cursor: string | undefined;
    do {
      const { items, nextCursor } = await listRejects(db, importId, { cursor, limit: AT_ONCE });
      cursor = nextCursor ?? undefined;
      yield items
        .map(({ line, column, value, rule, reason }) => {
          const words = [column, value, rule, reason];
          const cells = [String(line), ...words.map((word) => word && withoutFormula(word))];
          return `${writeCells(cells, ',', '"')}\n`;
        })
        .join('');
    } while (cursor !== undefined);
  };
  return Readable.from(lines(), { objectMode: false });
}
