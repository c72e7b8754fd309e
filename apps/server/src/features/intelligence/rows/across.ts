import { identifier, sql } from '#platform/db/sql.ts';
import { literal } from '#platform/connectors/sql/literals.ts';
import { columnNamed, type Picture, type SeenColumn, type SeenTable } from '../catalog/picture.ts';
import { about, type Candidate } from '../checks/candidate.ts';
import type { ScanSession } from '../scanning/session.ts';
import type { Asking } from './asking.ts';
import { isNearRule, type Looked } from './looked.ts';
import { isNumber } from './source.ts';

type Across = {
  found: Candidate[];
  sumsAsked: boolean;
  /** What it refers to and was not asked about: a lonely state is a finding about these. */
  unaskedParents: SeenTable[];
};

/** Rules between a table and what it refers to, that nobody wrote: equal amounts, states with a counterpart. */
export async function askAcross(
  session: ScanSession,
  picture: Picture,
  { looked, attempt }: { looked: Looked; attempt: Asking['attempt'] },
): Promise<Across> {
  const { table } = looked.source;
  const across: Across = { found: [], sumsAsked: true, unaskedParents: [] };
  for (const { kind, columns, parentOid, parentColumns } of table.constraints) {
    const parent = picture.byOid.get(parentOid ?? 0);
    const [column, ...more] = columns;
    const [key] = parentColumns;
    if (kind !== 'f' || !parent || parent === table || more.length > 0) continue;
    if (column === undefined || key === undefined) continue;
    const isAskable = parent.isReadable && (parent.rows ?? 0) <= 2_000_000;
    const link = {
      table,
      parent,
      column: columnNamed(table, column),
      key: columnNamed(parent, key),
    };
    const sums = isAskable ? await attempt(() => sumsApart(session, link)) : undefined;
    across.sumsAsked &&= sums !== undefined;
    const isIndexed = table.indexes.some((index) => index.isValid && index.columns[0] === column);
    const states =
      isAskable && isIndexed ? await attempt(() => lonelyStates(session, link)) : undefined;
    if (!states) across.unaskedParents.push(parent);
    across.found.push(...(sums ?? []), ...(states ?? []));
  }
  return across;
}

type Link = { table: SeenTable; parent: SeenTable; column: string; key: string };

const amounts = /^(amount|total|sum|value|price|paid|betrag|summe)$/i;

function amountOf({ columns }: SeenTable): SeenColumn | undefined {
  return columns.find((column) => isNumber(column) && amounts.test(column.name));
}

async function sumsApart(session: ScanSession, link: Link): Promise<Candidate[]> {
  const { table, parent, column, key } = link;
  const [own, other] = [amountOf(table), amountOf(parent)];
  if (!own || !other) return [];
  const [mine, theirs] = [identifier(own.name), identifier(other.name)];
  const [row] = await session.ask(
    sql`select count(*), count(*) filter (where abs(t.${mine} - p.${theirs}) > 0.000001)
        from ${identifier(table.schema, table.name)} t
        join ${identifier(parent.schema, parent.name)} p on p.${identifier(key)} = t.${identifier(column)}
        where t.${mine} is not null and p.${theirs} is not null`,
  );
  const apart = Number(row?.[1] ?? 0);
  if (!isNearRule(apart, Number(row?.[0] ?? 0))) return [];
  const [path, parentPath] = [
    identifier(table.schema, table.name).text,
    identifier(parent.schema, parent.name).text,
  ];
  return [
    about(table, [own.number], {
      check: 'sums-apart',
      severity: 'high',
      rule: `${parent.oid} ${other.number}`,
      facts: { count: apart, parent: `${parent.name}.${other.name}` },
      size: apart,
      sql: `select t.*, p.${theirs.text} as expected from ${path} t join ${parentPath} p on p.${identifier(key).text} = t.${identifier(column).text}
where t.${mine.text} <> p.${theirs.text} limit 200`,
    }),
  ];
}

const states = /(^|_)(status|state|zustand)$/i;
const MOST_STATES = 20;

async function lonelyStates(session: ScanSession, link: Link): Promise<Candidate[]> {
  const { table, parent, column, key } = link;
  const state = parent.columns.find(
    ({ name, category }) => states.test(name) && /[ES]/.test(category),
  );
  if (!state) return [];
  const rows = await session.ask(
    sql`select p.${identifier(state.name)}::text, count(*), count(*) filter (where not exists (
          select from ${identifier(table.schema, table.name)} t
          where t.${identifier(column)} = p.${identifier(key)}))
        from ${identifier(parent.schema, parent.name)} p group by 1 limit ${MOST_STATES}`,
  );
  const [path, parentPath] = [
    identifier(table.schema, table.name).text,
    identifier(parent.schema, parent.name).text,
  ];
  return rows
    .filter(([, all, alone]) => isNearRule(Number(alone), Number(all)))
    .map(([name, , alone]) =>
      about(parent, [state.number], {
        check: 'lonely-state',
        severity: 'medium',
        rule: `${table.oid} ${name ?? ''}`,
        facts: { count: Number(alone), state: name ?? '', child: table.name },
        size: Number(alone),
        sql: `select * from ${parentPath} p where p.${identifier(state.name).text}::text = ${literal(name)}
and not exists (select from ${path} t where t.${identifier(column).text} = p.${identifier(key).text}) limit 200`,
      }),
    );
}
