import { Failure } from '@causeway/contract/errors.ts';
import { PART_SIZE } from '@causeway/contract/imports/records.ts';
import type { ByteSource } from '#platform/bytes/byte-source.ts';
import { type Db, findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** A file that was uploaded in parts. While one is worked on, the next is fetched. */
export function uploadedFile(db: Db, importId: string, size: number): ByteSource {
  return {
    size,
    read: async function* (start = 0, end = size) {
      const last = Math.min(end, size) - 1;
      if (start > last) return;
      const range = (part: number) => ({
        part,
        from: Math.max(0, start - part * PART_SIZE),
        to: Math.min(PART_SIZE, last + 1 - part * PART_SIZE),
      });
      const first = Math.floor(start / PART_SIZE);
      let next = readPart(db, importId, range(first));
      for (let part = first; part * PART_SIZE <= last; part += 1) {
        const content = await next;
        const hasMore = (part + 1) * PART_SIZE <= last;
        if (hasMore) {
          next = readPart(db, importId, range(part + 1));
          next.catch(() => {});
        }
        yield content;
      }
    },
  };
}

async function readPart(
  db: Db,
  importId: string,
  { part, from, to }: { part: number; from: number; to: number },
): Promise<Buffer> {
  const isWhole = from === 0 && to === PART_SIZE;
  const content = isWhole
    ? sql`content`
    : sql`substring(content from ${from + 1} for ${to - from})`;
  const row = await findRow<{ content: Buffer }>(
    db,
    sql`select ${content} as content from import_parts
        where import_id = ${importId} and part = ${part}`,
  );
  if (!row) throw new Failure('E_IMPORT_STATE', 'A part of the file is missing. Upload it again.');
  return row.content;
}
