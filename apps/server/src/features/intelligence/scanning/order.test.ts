import { expect, test } from 'vitest';
import type { SeenTable } from '../catalog/picture.ts';
import type { KnownTable } from '../tables.ts';
import { orderTables } from './order.ts';

const DAY_MS = 86_400_000;
const TABLES = 10_000;
/** More than a fourteenth, and much less than all of them. */
const A_MORNING = 900;

const seen = Array.from({ length: TABLES }, (_, at): SeenTable => ({
  oid: at,
  schema: 'public',
  name: `t${at}`,
  kind: 'r',
  rows: 1_000,
  pages: 10,
  isReadable: true,
  hasRowSecurity: false,
  policies: 0,
  isReachable: true,
  publicGrants: [],
  // A few are used and written all day, and are never all right.
  scans: at < 300 ? 100_000 : 0,
  sequential: 0,
  changes: 0,
  removed: 0,
  live: 1_000,
  dead: 0,
  age: 0,
  columns: [],
  indexes: [],
  constraints: [],
  sequences: [],
  disabledTriggers: [],
}));

test('INTEL-1 of 10,000 tables the worst come first every morning, and none waits longer than two weeks', () => {
  const known = new Map<string, KnownTable>();
  const looks = new Map<string, number[]>();
  for (let morning = 0; morning < 60; morning += 1) {
    const now = morning * DAY_MS;
    const tables = seen.map((table, at) => ({ ...table, changes: at < 300 ? morning * 1_000 : 0 }));
    const queue = orderTables(tables, [...known.values()], now).slice(0, A_MORNING);
    for (const [schema, name] of queue) {
      const at = Number(name.slice(1));
      looks.set(name, [...(looks.get(name) ?? []), morning]);
      known.set(name, {
        schema,
        name,
        oid: at,
        columns: [],
        changes: tables[at]?.changes ?? 0,
        uses: 0,
        lookedAt: new Date(now).toISOString(),
        findings: at < 300 ? 3 : 0,
      });
    }
  }
  const waits = [...looks.values()].map((mornings) =>
    Math.max(...[...mornings, 60].map((morning, at) => morning - (mornings[at - 1] ?? 0))),
  );
  expect(looks.size).toBe(TABLES);
  expect(Math.max(...waits)).toBeLessThanOrEqual(14);
  const lastMornings = Array.from({ length: 300 }, (_, at) => looks.get(`t${at}`)?.slice(-9));
  expect(lastMornings.every((mornings) => mornings?.length === 9)).toBe(true);
  const worst = lastMornings.flat().filter((morning) => (morning ?? 0) >= 50).length;
  expect(worst).toBeGreaterThan(300 * 5);
});
