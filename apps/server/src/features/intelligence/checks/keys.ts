import { identifier } from '#platform/db/sql.ts';
import type { Picture, SeenTable } from '../catalog/picture.ts';
import { about, buildSeconds, type Candidate, passSeconds } from './candidate.ts';

const ROWS_WORTH_A_KEY = 100;

/** Tables that are meant to take anything: what is without a key there is so on purpose. */
const passing =
  /(^|_)(log|logs|audit|event|events|history|staging|stage|tmp|temp|import|raw|archive|backup)(_|$)/i;

const ends: Record<string, number> = {
  smallint: 32_767,
  integer: 2_147_483_647,
};

export function checkKeys(picture: Picture): Candidate[] {
  return picture.tables.flatMap((table) => [
    ...withoutKey(table),
    ...runningOut(table),
    ...outgrown(picture, table),
    ...unproven(table),
  ]);
}

function withoutKey(table: SeenTable): Candidate[] {
  const rows = table.rows ?? table.live;
  if (table.kind === 'm' || rows < ROWS_WORTH_A_KEY) return [];
  const isKeyed = table.indexes.some(
    ({ isUnique, isValid, predicate, expressions, columns, keys }) => {
      const parts = columns.slice(0, keys);
      const isFilled = parts.every((part) => {
        return table.columns.find(({ number }) => number === part)?.isNotNull;
      });
      return isUnique && isValid && predicate === null && expressions === null && isFilled;
    },
  );
  if (isKeyed) return [];
  return [
    about(table, [], {
      check: 'no-key',
      severity: passing.test(table.name) ? 'info' : 'medium',
      facts: { count: rows },
      size: rows,
      sql: `select * from ${identifier(table.schema, table.name).text} limit 100`,
    }),
  ];
}

/** By what its sequence has given out: no row has to be read for it. */
function runningOut(table: SeenTable): Candidate[] {
  return table.sequences.flatMap(({ column, last, max, cycles, increment }) => {
    const kept = table.columns.find(({ number }) => number === column);
    if (!kept || last === null || cycles || increment <= 0) return [];
    const end = Math.min(ends[kept.base] ?? Number.MAX_SAFE_INTEGER, max);
    const share = last / end;
    if (share < 0.7) return [];
    const path = identifier(table.schema, table.name).text;
    const name = identifier(kept.name).text;
    return about(table, [column], {
      check: 'running-out',
      severity: share >= 0.9 ? 'critical' : 'high',
      facts: { share, value: last, max: end, type: kept.base },
      size: share,
      sql: `select max(${name}) from ${path}`,
      ...(kept.base in ends && {
        fix: {
          statement: `alter table ${path} alter column ${name} type bigint`,
          undo: null,
          lock: 'everyone',
          seconds: passSeconds(table) + buildSeconds(table) * table.indexes.length,
          kind: 'long' as const,
        },
      }),
    });
  });
}

/** A key that refers to a wider one takes no more rows when that one has gone past its end. */
function outgrown({ byOid }: Picture, table: SeenTable): Candidate[] {
  return table.constraints.flatMap(({ kind, columns, parentOid, parentColumns }) => {
    const parent = byOid.get(parentOid ?? 0);
    const [number, ...more] = columns;
    const column = table.columns.find((one) => one.number === number);
    const key = parent?.columns.find((one) => one.number === parentColumns[0]);
    if (kind !== 'f' || more.length > 0 || !parent || !column || !key) return [];
    const end = ends[column.base] ?? Number.MAX_SAFE_INTEGER;
    const isNarrower = end < (ends[key.base] ?? Number.MAX_SAFE_INTEGER);
    const { last = null } = parent.sequences.find((one) => one.column === key.number) ?? {};
    if (!isNarrower || last === null || last / end < 0.7) return [];
    const path = identifier(table.schema, table.name).text;
    const name = identifier(column.name).text;
    return about(table, [column.number], {
      check: 'running-out',
      severity: last / end >= 0.9 ? 'critical' : 'high',
      facts: {
        share: last / end,
        value: last,
        max: end,
        type: column.base,
        parent: `${parent.name}.${key.name}`,
      },
      size: last / end,
      sql: `select max(${name}) from ${path}`,
      fix: {
        statement: `alter table ${path} alter column ${name} type ${key.base}`,
        undo: null,
        lock: 'everyone',
        seconds: passSeconds(table) + buildSeconds(table) * table.indexes.length,
        kind: 'long',
      },
    });
  });
}

function unproven(table: SeenTable): Candidate[] {
  const rules = table.constraints.filter(
    ({ isValidated, kind }) => !isValidated && (kind === 'c' || kind === 'f'),
  );
  const names = [...rules.map(({ name }) => name), ...table.disabledTriggers];
  if (names.length === 0) return [];
  const path = identifier(table.schema, table.name).text;
  const [first] = rules;
  return [
    about(table, [], {
      check: 'unproven',
      severity: 'info',
      facts: { count: names.length, list: names.slice(0, 10).join(', ') },
      size: names.length,
      ...(first && {
        fix: {
          statement: `alter table ${path} validate constraint ${identifier(first.name).text}`,
          undo: null,
          lock: 'nobody' as const,
          seconds: passSeconds(table),
          kind: 'long' as const,
        },
      }),
    }),
  ];
}

const risky: [RegExp, string][] = [
  [/^timestamp(\(\d\))? without time zone$/, 'timestamp without time zone'],
  [/^character\(\d+\)$/, 'char(n)'],
  [/^json$/, 'json'],
  [/^money$/, 'money'],
];
const moneyNames = /(price|amount|total|cost|fee|salary|revenue|balance|betrag|preis)/i;

/** One finding a schema: each of them is a habit, not a fault of one column. */
export function checkTypes({ tables }: Picture): Candidate[] {
  const bySchema = Map.groupBy(tables, ({ schema }) => schema);
  return [...bySchema].flatMap(([schema, ofSchema]) => {
    const found = ofSchema.flatMap((table) =>
      table.columns.flatMap(({ name, type, base }) => {
        const isFloat = /^(real|double precision)$/.test(base) && moneyNames.test(name);
        const kind = isFloat ? base : risky.find(([pattern]) => pattern.test(type))?.[1];
        return kind === undefined ? [] : [`${table.name}.${name} (${kind})`];
      }),
    );
    if (found.length === 0) return [];
    const more = found.length > 8 ? ' …' : '';
    const candidate: Candidate = {
      check: 'risky-types',
      severity: 'info',
      schema,
      table: null,
      columns: [],
      objects: [schema],
      facts: { schema, count: found.length, list: `${found.slice(0, 8).join(', ')}${more}` },
      size: found.length,
    };
    return [candidate];
  });
}

const MB = 1024 * 1024;

export function checkWaste({ tables }: Picture): Candidate[] {
  return tables.flatMap((table) => {
    const all = table.live + table.dead;
    const share = all === 0 ? 0 : table.dead / all;
    const bytes = table.pages * 8_192 * share;
    if (share < 0.3 || bytes < 100 * MB) return [];
    const path = identifier(table.schema, table.name).text;
    return about(table, [], {
      check: 'waste',
      severity: 'medium',
      facts: { share, size: `${Math.round(bytes / MB)} MB` },
      size: bytes,
      sql: `select n_live_tup, n_dead_tup, last_autovacuum from pg_stat_user_tables where relid = ${table.oid}`,
      fix: {
        statement: `vacuum (analyze) ${path}`,
        undo: null,
        lock: 'nobody',
        seconds: passSeconds(table) * 2,
        kind: 'long',
      },
    });
  });
}
