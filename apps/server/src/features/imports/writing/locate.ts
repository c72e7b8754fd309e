import type pg from 'pg';
import type { Reject } from '@causeway/contract/imports/records.ts';
import { STAGING } from './plan-import.ts';
import { insertSql, type Writing } from './write-staged.ts';

type DatabaseError = { message: string; column?: string; constraint?: string };

/**
 * Finds the first row that the database refuses for a reason no check knows: a trigger, an exclusion,
 * a policy. Halves are inserted until one fails, then its halves; what went well stays, so that every
 * row is inserted at most once and meets all rows before it. Undone by the caller.
 */
export async function locateBadRow(writing: Writing): Promise<Reject | undefined> {
  const { client } = writing;
  const lines = await readLines(client);
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = Math.max(low + 1, Math.ceil((low + high) / 2));
    const found = await tryLines(writing, { from: lines[low] ?? 0, to: lines[middle - 1] ?? 0 });
    if (found === undefined) low = middle;
    else {
      if (middle - low === 1) {
        return {
          line: lines[low] ?? 0,
          column: found.column ?? null,
          value: null,
          rule: 'database',
          reason: found.message,
        };
      }
      high = middle;
    }
  }
  return undefined;
}

async function readLines(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<string[]>({
    text: `select line::text from ${STAGING} staged
      where not exists (select from pg_temp.causeway_bad bad where bad.line = staged.line)
      order by staged.line`,
    rowMode: 'array',
  });
  return rows.map(([line]) => Number(line));
}

async function tryLines(
  writing: Writing,
  lines: { from: number; to: number },
): Promise<DatabaseError | undefined> {
  const { client } = writing;
  await client.query('savepoint part');
  try {
    await client.query(insertSql({ ...writing, numbers: 'made up' }, lines));
    await client.query('set constraints all immediate');
    await client.query('release savepoint part');
    return undefined;
  } catch (error) {
    await client.query('rollback to savepoint part');
    return error as DatabaseError;
  }
}
