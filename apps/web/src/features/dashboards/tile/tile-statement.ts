import { writeCondition } from '@causeway/contract/sql/conditions.ts';
import { listParameters } from '@causeway/contract/sql/placeholders.ts';
import type { ResultCondition, RunParameter, SavedQuery } from '@causeway/contract/sql/queries.ts';
import { writeValues } from '#domain/queries/write-values.ts';

type Asked = { parameters: readonly RunParameter[]; where: readonly ResultCondition[] };

/** What a tile asks, whole and as one text: the values of its filters, and what clicks narrowed. */
export function tileStatement(
  { sql, parameters: saved }: Pick<SavedQuery, 'sql' | 'parameters'>,
  { parameters, where }: Asked,
): string {
  const text = withoutEnd(sql);
  const values = new Map([...saved, ...parameters].map(({ name, value }) => [name, value]));
  const own = listParameters(text).map(({ name }) => [name, values.get(name) ?? null] as const);
  const asked = where.map(({ condition }, at) => [`around_${at}`, writeCondition(condition)]);
  const conditions = where.map(
    ({ column }, at) => `:around_${at}("shown"."${column.replaceAll('"', '""')}")`,
  );
  const around =
    where.length === 0
      ? text
      : `select * from (\n${text}\n) as "shown" where ${conditions.join(' and ')}`;
  return writeValues(
    around,
    Object.fromEntries([...own, ...asked]) as Record<string, string | null>,
  );
}

/** A semicolon would end it inside the brackets it is put into. */
function withoutEnd(sql: string): string {
  let text = sql.trim();
  while (text.endsWith(';')) text = text.slice(0, -1).trim();
  return text;
}
