import { joinSql, type Sql, sql } from '#platform/db/sql.ts';
import type { SeenColumn } from '../catalog/picture.ts';
import type { ScanSession } from '../scanning/session.ts';
import { isBirth } from './meaning.ts';
import { columnSql, isNumber, isTime, type Source } from './source.ts';
import { type TimePair, timePairs } from './time-pairs.ts';

/** What one pass over the rows says of a column. */
export type Counted = {
  filled: number;
  min: string | null;
  max: string | null;
  negative: number;
  /** Later than tomorrow, or of somebody born before 1900. */
  impossible: number;
};

export type CountedPair = TimePair & { both: number; broken: number };

export type Pass = {
  rows: number;
  byColumn: Map<number, Counted>;
  pairs: CountedPair[];
};

/** All questions about a table in one statement: its rows are read once. */
export async function readPass(session: ScanSession, source: Source): Promise<Pass> {
  const { columns, passFrom } = source;
  const parts: Sql[] = [sql`count(*)`];
  const taking: ((cells: (string | null)[]) => void)[] = [];
  const byColumn = new Map<number, Counted>();
  const add = (part: Sql, take: (cell: string | null) => void) => {
    const place = parts.push(part) - 1;
    taking.push((cells) => take(cells[place] ?? null));
  };
  for (const column of columns) {
    const counted: Counted = { filled: 0, min: null, max: null, negative: 0, impossible: 0 };
    byColumn.set(column.number, counted);
    const value = columnSql(column);
    add(sql`count(${value})`, (cell) => (counted.filled = Number(cell)));
    if (isNumber(column) || isTime(column)) {
      add(sql`min(${value})::text`, (cell) => (counted.min = cell));
      add(sql`max(${value})::text`, (cell) => (counted.max = cell));
    }
    if (isNumber(column)) {
      add(sql`count(*) filter (where ${value} < 0)`, (cell) => (counted.negative = Number(cell)));
    }
    if (isTime(column)) {
      add(impossibleSql(column, value), (cell) => (counted.impossible = Number(cell)));
    }
  }
  const pairs = timePairs(columns).map((pair) => ({ ...pair, both: 0, broken: 0 }));
  for (const pair of pairs) {
    const [first, second] = [columnSql(pair.first), columnSql(pair.second)];
    add(sql`count(*) filter (where ${first} is not null and ${second} is not null)`, (cell) => {
      pair.both = Number(cell);
    });
    // Clocks of two machines differ a little.
    add(sql`count(*) filter (where ${second} < ${first} - interval '2 minutes')`, (cell) => {
      pair.broken = Number(cell);
    });
  }
  const [cells = []] = await session.ask(
    sql`select ${joinSql(parts, ', ')} from ${passFrom}`,
    PASS_MS,
  );
  for (const take of taking) take(cells);
  return { rows: Number(cells[0] ?? 0), byColumn, pairs };
}

/** A pass over two million rows may take its time, and rests as long. */
const PASS_MS = 4_000;

function impossibleSql(column: SeenColumn, value: Sql): Sql {
  const early = isBirth(column.name) ? sql` or ${value} < '1900-01-01'` : sql``;
  return sql`count(*) filter (where isfinite(${value})
    and (${value} > current_date + 2${early}))`;
}
