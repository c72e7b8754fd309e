import type { Check } from '@causeway/contract/intelligence/checks.ts';
import { identifier, sql } from '#platform/db/sql.ts';
import { columnNamed, type Picture, type SeenColumn, type SeenTable } from '../catalog/picture.ts';
import { about, type Candidate, passSeconds } from '../checks/candidate.ts';
import type { ScanSession } from '../scanning/session.ts';
import type { Looked } from './looked.ts';
import { isIdentity, isLabel } from './meaning.ts';
import { columnSql, isNumber, isText } from './source.ts';

type Step = { checks: Check[]; ask: () => Promise<Candidate[]> };

/**
 * Questions that only some columns are worth, each a statement of its own over the whole table. Those
 * that need figures of all columns are left out where there was no time for these.
 */
export function listMoreSteps(
  session: ScanSession,
  picture: Picture,
  { looked, isFigured }: { looked: Looked; isFigured: boolean },
): Step[] {
  const behind: Step = { checks: ['behind'], ask: () => behindOf(session, looked) };
  if (!looked.source.isPassWhole) return [behind];
  const figured: Step[] = [
    { checks: ['duplicates'], ask: () => duplicates(session, looked) },
    { checks: ['outlier'], ask: () => outliers(session, looked) },
  ];
  return [
    ...(isFigured ? figured : []),
    { checks: ['double-rows'], ask: () => doubleRows(session, looked) },
    { checks: ['lost-references'], ask: () => lostReferences(session, picture, looked) },
    behind,
  ];
}

async function duplicates(session: ScanSession, looked: Looked): Promise<Candidate[]> {
  const { table, columns, passFrom } = looked.source;
  const unique = uniqueSets(table);
  const found: Candidate[] = [];
  for (const column of columns) {
    const figures = looked.texts.get(column.number);
    if (!figures || !isText(column) || !isIdentity(column.name)) continue;
    const isGuarded = unique.some(([only, ...more]) => only === column.number && more.length === 0);
    if (isGuarded || figures.filled < 20 || figures.folded / figures.filled < 0.9) continue;
    const value = sql`lower(btrim(${columnSql(column)}::text))`;
    const [row] = await session.ask(
      sql`select count(*), coalesce(sum(n), 0) from (select count(*) as n from ${passFrom}
          where ${value} <> '' group by ${value} having count(*) between 2 and 20) groups`,
    );
    const groups = Number(row?.[0] ?? 0);
    if (groups < 3) continue;
    const name = identifier(column.name).text;
    const path = identifier(table.schema, table.name).text;
    found.push(
      about(table, [column.number], {
        check: 'duplicates',
        severity: 'high',
        facts: { groups, rows: Number(row?.[1] ?? 0), count: looked.pass.rows },
        size: groups,
        sql: `select lower(btrim(${name}::text)) as value, count(*) from ${path}
where ${name} is not null group by 1 having count(*) between 2 and 20 order by 2 desc limit 200`,
      }),
    );
  }
  return found;
}

async function doubleRows(session: ScanSession, looked: Looked): Promise<Candidate[]> {
  const { table, passFrom } = looked.source;
  if (uniqueSets(table).length > 0 || table.kind !== 'r' || looked.pass.rows < 20) return [];
  const [row] = await session.ask(
    sql`select coalesce(sum(n - 1), 0) from (select count(*) as n from ${passFrom} group by t::text
        having count(*) > 1) groups`,
  );
  const count = Number(row?.[0] ?? 0);
  if (count / looked.pass.rows < 0.01) return [];
  const path = identifier(table.schema, table.name).text;
  return [
    about(table, [], {
      check: 'double-rows',
      severity: 'medium',
      facts: { count },
      size: count,
      sql: `select t, count(*) from ${path} t group by t having count(*) > 1 order by 2 desc limit 200`,
      fix: {
        statement: `delete from ${path} where ctid in (select ctid from (select ctid, row_number() over (partition by t::text order by ctid) as place from ${path} t) numbered where place > 1)`,
        undo: null,
        lock: 'writers-shortly',
        seconds: passSeconds(table) * 2,
        kind: 'rows',
      },
    }),
  ];
}

const FAR = 8;
const MAD_TO_SIGMA = 1.4826;

async function outliers(session: ScanSession, looked: Looked): Promise<Candidate[]> {
  const { table, columns, passFrom } = looked.source;
  const keys = new Set(
    table.constraints.filter(({ kind }) => kind !== 'c').flatMap((rule) => rule.columns),
  );
  const found: { column: SeenColumn; max: number; times: number }[] = [];
  for (const column of columns) {
    const figures = looked.plains.get(column.number);
    const counted = looked.pass.byColumn.get(column.number);
    const max = Number(counted?.max);
    if (!figures?.spread || !counted || !isNumber(column) || keys.has(column.number)) continue;
    if (column.isGenerated) continue;
    if (isLabel(column.name) || counted.filled < 1_000 || !(max > 0) || figures.middle === null)
      continue;
    if ((Math.log(max) - figures.middle) / (MAD_TO_SIGMA * figures.spread) <= FAR) continue;
    const value = columnSql(column);
    const [row] = await session.ask(
      sql`select max(${value})::text, count(*) filter (where ${value} >= ${String(max / 5)}::numeric)
          from ${passFrom} where ${value} < ${counted.max}::text::numeric`,
    );
    const next = Number(row?.[0]);
    if (!(next > 0) || max < 5 * next) continue;
    found.push({ column, max, times: max / next });
  }
  const [worst, ...others] = found.toSorted((one, other) => other.times - one.times);
  if (!worst) return [];
  const name = identifier(worst.column.name).text;
  const path = identifier(table.schema, table.name).text;
  return [
    about(
      table,
      [worst, ...others].map(({ column }) => column.number),
      {
        check: 'outlier',
        severity: 'high',
        // One a table: an amount that is wrong makes its tax and its total wrong.
        rule: 'table',
        facts: { value: worst.max, times: Math.round(worst.times) },
        size: found.length,
        sql: `select * from ${path} where ${name} is not null order by ${name} desc limit 20`,
      },
    ),
  ];
}

async function behindOf(session: ScanSession, { source }: Looked): Promise<Candidate[]> {
  const { table } = source;
  const found: Candidate[] = [];
  for (const { column, last, path: sequence, increment } of table.sequences) {
    const isIndexed = table.indexes.some(
      ({ columns, isValid }) => isValid && columns[0] === column,
    );
    if (last === null || !isIndexed || increment <= 0) continue;
    const name = identifier(columnNamed(table, column)).text;
    const path = identifier(table.schema, table.name);
    const [row] = await session.ask(
      sql`select max(${identifier(columnNamed(table, column))})::text from ${path}`,
    );
    const max = Number(row?.[0] ?? 0);
    if (max <= last) continue;
    found.push(
      about(table, [column], {
        check: 'behind',
        severity: 'critical',
        facts: { value: last + increment, max },
        size: max - last,
        sql: `select max(${name}), (select last_value from ${sequence}) from ${path.text}`,
        fix: {
          statement: `select setval('${sequence.replaceAll("'", "''")}', (select max(${name}) from ${path.text}))`,
          undo: null,
          lock: 'nobody',
          seconds: 0.1,
          kind: 'quick',
        },
      }),
    );
  }
  return found;
}

/** Only where the name says so: small numbers are found in every table. */
export function findParent(
  picture: Picture,
  table: SeenTable,
  column: SeenColumn,
): { parent: SeenTable; key: SeenColumn } | undefined {
  const [, stem, end] =
    /^(\w{2,60})_(id|key|code|sku|uuid)$/i.exec(column.name.toLowerCase()) ?? [];
  if (!stem || !end) return undefined;
  const wanted = new Set([stem, `${stem}s`, `${stem}es`, `${stem.replace(/y$/, 'ie')}s`]);
  const parent = picture.tables.find((one) => {
    return one !== table && one.schema === table.schema && wanted.has(one.name.toLowerCase());
  });
  const [key, ...more] = parent?.indexes.find(({ isPrimary }) => isPrimary)?.columns ?? [];
  const kept = parent?.columns.find(({ number }) => number === key);
  if (!parent || !kept || more.length > 0 || !parent.isReadable) return undefined;
  const isSame = kept.base === column.base || (isNumber(kept) && isNumber(column));
  return isSame && kept.name.toLowerCase() === end ? { parent, key: kept } : undefined;
}

async function lostReferences(
  session: ScanSession,
  picture: Picture,
  looked: Looked,
): Promise<Candidate[]> {
  const { table, columns, passFrom } = looked.source;
  const guarded = new Set(
    table.constraints.filter(({ kind }) => kind === 'f').flatMap((rule) => rule.columns),
  );
  const found: Candidate[] = [];
  for (const column of columns) {
    const reference = guarded.has(column.number) ? undefined : findParent(picture, table, column);
    if (!reference) continue;
    const { parent, key } = reference;
    const value = columnSql(column);
    const [row] = await session.ask(
      sql`select count(*), count(*) filter (where known.${identifier(key.name)} is null)
          from ${passFrom} left join ${identifier(parent.schema, parent.name)} known
            on known.${identifier(key.name)} = ${value}
          where ${value} is not null and ${value}::text not in ('0', '-1')`,
    );
    const total = Number(row?.[0] ?? 0);
    const lost = Number(row?.[1] ?? 0);
    const share = total === 0 ? 0 : (total - lost) / total;
    if (lost === 0 || share < 0.95 || share > 0.99999) continue;
    const [name, known] = [identifier(column.name).text, identifier(key.name).text];
    const [path, parentPath] = [
      identifier(table.schema, table.name).text,
      identifier(parent.schema, parent.name).text,
    ];
    const rule = identifier(`${table.name}_${column.name}_fkey`.slice(0, 60)).text;
    found.push(
      about(table, [column.number], {
        check: 'lost-references',
        severity: 'high',
        facts: { count: lost, parent: parent.name, share },
        size: lost,
        sql: `select * from ${path} t where ${name} is not null
and not exists (select from ${parentPath} p where p.${known} = t.${name}) limit 200`,
        fix: {
          statement: `alter table ${path} add constraint ${rule} foreign key (${name}) references ${parentPath} (${known}) not valid`,
          undo: `alter table ${path} drop constraint ${rule}`,
          lock: 'writers-shortly',
          seconds: 0.1,
          kind: 'quick',
        },
      }),
    );
  }
  return found;
}

/** Rows that can be told apart by these columns alone. */
function uniqueSets({ indexes }: SeenTable): number[][] {
  return indexes
    .filter(({ isUnique, isValid, predicate, expressions }) => {
      return isUnique && isValid && predicate === null && expressions === null;
    })
    .map(({ columns, keys }) => columns.slice(0, keys));
}
