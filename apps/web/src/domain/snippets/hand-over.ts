import type { QueryParameter } from '@causeway/contract/sql/queries.ts';
import { z } from 'zod';

/**
 * SQL on its way from where it was written to the page that makes a snippet of it. It lies in this
 * browser's session, whole and in nobody's log; the address only says where.
 */
const handed = z.object({
  title: z.string(),
  sql: z.string(),
  parameters: z.array(
    z.object({ name: z.string(), type: z.string(), value: z.string().nullable() }),
  ),
});
export type HandedSql = { title: string; sql: string; parameters: QueryParameter[] };

const prefix = 'causeway.handed.';

/** Keeps the SQL and returns the address of the page that takes it. */
export function shareAsSnippetHref({ title, sql, parameters }: HandedSql): string {
  const key = crypto.randomUUID();
  sessionStorage.setItem(prefix + key, JSON.stringify({ title, sql, parameters }));
  return `/community/snippets/edit/new?from=${key}`;
}

export function findHandedSql(key: string | undefined): HandedSql | undefined {
  const text = key && sessionStorage.getItem(prefix + key);
  if (!text) return undefined;
  const read = handed.safeParse(JSON.parse(text));
  return read.success ? read.data : undefined;
}

export function forgetHandedSql(key: string | undefined): void {
  if (key) sessionStorage.removeItem(prefix + key);
}
