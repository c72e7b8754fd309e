import type { z } from 'zod';
import { markedText, type PreviewRow } from '@causeway/contract/replace.ts';
import {
  afterSql as afterPlace,
  orderOf,
  orderSql,
  readCursor,
  writeCursor,
} from '#platform/connectors/sql/keyset.ts';
import { nameOf, whereSql } from '#platform/connectors/sql/table-sql.ts';
import { identifier, joinSql, type Sql, sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import { changedSql, foundSql, isJson, marks, type ReplacedColumn } from './expression.ts';
import { looking, type OpenedReplacement } from './open-replacement.ts';

/** How often it is found, in all and a column; one walk through the table. */
export async function countMatches(
  services: Services,
  replacement: OpenedReplacement,
  signal: AbortSignal,
) {
  const { table, columns, condition } = replacement;
  const list = columns.flatMap(({ matches }, index) => [
    sql`${matches} as ${identifier(`m${index}`)}`,
  ]);
  const sums = columns.flatMap((_, index) => {
    const name = identifier(`m${index}`);
    return [sql`coalesce(sum(${name}), 0)::text`, sql`count(*) filter (where ${name} > 0)::text`];
  });
  const [row = []] = await looking(services, replacement, { signal, isReading: true }, (query) =>
    query(sql`select count(*)::text, ${joinSql(sums, ', ')}
      from (select ${joinSql(list, ', ')} from ${nameOf(table)}
        ${whereSql([foundSql(columns), condition])}) as found`),
  );
  const counts = columns.map(({ column }, index) => ({
    column: column.name,
    matches: Number(row[1 + index * 2]),
    rows: Number(row[2 + index * 2]),
  }));
  const matches = counts.reduce((sum, one) => sum + one.matches, 0);
  return { rows: Number(row[0]), matches, columns: counts };
}

const LONGEST_VALUE = 20_000;

/** A page of rows that would change, in the order of their key. */
export async function previewRows(
  services: Services,
  replacement: OpenedReplacement,
  { after, limit, signal }: { after?: string | undefined; limit: number; signal: AbortSignal },
): Promise<{ rows: PreviewRow[]; nextCursor: string | null }> {
  const { table, key, columns, condition } = replacement;
  // By the column itself: a bare name would mean its text in the list, and 10 would come before 9.
  const order = orderOf(table, [])
    .order.filter(({ name }) => key.includes(name))
    .map((one) => ({ ...one, place: sql`known.${one.place}` }));
  const bound =
    after === undefined ? undefined : afterPlace(order, readCursor(order, after), false);
  const label = labelColumn(replacement);
  const found = await looking(services, replacement, { signal, isReading: true }, (query) =>
    query(sql`select ${joinSql(
      [
        ...key.map((name) => sql`${identifier(name)}::text`),
        label ? sql`left(${identifier(label)}::text, 100)` : sql`null`,
        ...columns.flatMap(cellSql),
      ],
      ', ',
    )} from ${nameOf(table)} known ${whereSql([changedSql(columns), condition, bound])}
      ${orderSql(order, false)} limit ${limit + 1}`),
  );
  const rows = found.slice(0, limit).map((cells) => toRow(replacement, cells));
  const last = found[limit - 1];
  const goesOn = found.length > limit && last !== undefined;
  return { rows, nextCursor: goesOn ? writeCursor(order, last.slice(0, key.length)) : null };
}

const CELLS = 5;

function cellSql({ column, place, after, marked, matches, isFound }: ReplacedColumn): Sql[] {
  const most = /^character(?: varying)?\((\d+)\)$/.exec(column.exactType)?.[1];
  const isTooLong = most
    ? sql`(char_length(${after}::text) > ${Number(most)})::text`
    : sql`'false'`;
  const only = (value: Sql) => sql`case when ${isFound} then ${value} end`;
  return [
    only(sql`${place}::text`),
    only(sql`${after}::text`),
    only(marked),
    only(sql`${matches}::text`),
    only(isTooLong),
  ];
}

/** What people know a row by: the first text that is not about to change. */
function labelColumn({ table, key, columns }: OpenedReplacement): string | undefined {
  const replaced = new Set(columns.map(({ column }) => column.name));
  return table.columns.find(
    (column) =>
      column.category === 'S' &&
      !isJson(column) &&
      !replaced.has(column.name) &&
      !key.includes(column.name),
  )?.name;
}

function toRow({ key, columns }: OpenedReplacement, cells: (string | null)[]): PreviewRow {
  const start = key.length + 1;
  return {
    key: Object.fromEntries(key.map((name, index) => [name, cells[index] ?? ''])),
    label: cells[key.length] ?? null,
    cells: columns.flatMap(({ column }, index) => {
      const [before, after, marked, matches, isTooLong] = cells.slice(start + index * CELLS);
      if (before == null || after == null || marked == null || before === after) return [];
      return [
        {
          column: column.name,
          before: before.slice(0, LONGEST_VALUE),
          after: after.slice(0, LONGEST_VALUE),
          marks: readMarks(marked),
          matches: Number(matches),
          conflict: isTooLong === 'true' ? ('length' as const) : null,
        },
      ];
    }),
  };
}

type Marked = z.infer<typeof markedText>;

const AROUND = 60;
const MOST_MARKS = 400;

/** A marked value in pieces; long stretches without a change are cut. */
export function readMarks(text: string): Marked {
  const pieces: Marked = [];
  const add = (kind: Marked[number]['kind'], piece: string) => {
    if (piece !== '') pieces.push({ kind, text: piece });
  };
  for (const part of text.split(marks.end)) {
    const [same = '', change = ''] = part.split(marks.removed);
    const [removed = '', inserted = ''] = change.split(marks.inserted);
    add('same', same);
    add('removed', removed);
    add('inserted', inserted);
  }
  return pieces.slice(0, MOST_MARKS).map((piece, index, all) => {
    if (piece.kind !== 'same' || piece.text.length <= 2 * AROUND + 20) return piece;
    const head = index === 0 ? '' : piece.text.slice(0, AROUND);
    const tail = index === all.length - 1 ? '' : piece.text.slice(-AROUND);
    return { kind: 'same', text: `${head} … ${tail}` };
  });
}
