import type { SeenTable } from '../catalog/picture.ts';
import type { QueuedTable } from '../scans.ts';
import type { KnownTable } from '../tables.ts';

const WEEK_MS = 7 * 86_400_000;
const NEVER_SEEN = 1_000_000;
const OVERDUE = 1_000;
/** After so long a table comes before all that are only worth more, so that all are seen in two weeks. */
const OVERDUE_WEEKS = 13 / 7;

/**
 * Which tables are looked at first: those nobody has looked at, then those that are used, that changed,
 * that have findings, and that wait longest. The last grows without an end, so none waits for ever, and
 * what waits for nearly two weeks is next.
 */
export function orderTables(
  tables: readonly SeenTable[],
  known: readonly KnownTable[],
  now = Date.now(),
): QueuedTable[] {
  const before = new Map(known.map((one) => [keyOf(one.schema, one.name), one]));
  const most = tables.reduce((largest, { scans }) => Math.max(largest, scans), 1);
  return tables
    .map((table) => {
      const { schema, name } = table;
      return { schema, name, worth: worthOf(table, before.get(keyOf(schema, name)), most, now) };
    })
    .toSorted((one, other) => other.worth - one.worth)
    .map(({ schema, name }) => [schema, name]);
}

function worthOf(
  table: SeenTable,
  known: KnownTable | undefined,
  most: number,
  now: number,
): number {
  const used = Math.log1p(table.scans) / Math.log1p(most);
  if (!known?.lookedAt) return NEVER_SEEN + used;
  const rows = Math.max(table.rows ?? table.live, 1);
  const changed = Math.min(1, Math.max(0, table.changes - known.changes) / rows);
  const weeks = (now - Date.parse(known.lookedAt)) / WEEK_MS;
  const overdue = weeks >= OVERDUE_WEEKS ? OVERDUE : 0;
  return overdue + 4 * used + 5 * changed + 3 * Math.min(known.findings, 3) + weeks;
}

function keyOf(schema: string, name: string): string {
  return `${schema}\0${name}`;
}
