import type { NamedColumn, Reference } from '../completion/names-index.ts';
import { aliasFor } from '../completion/suggest.ts';
import { quoted } from '@causeway/contract/sql/quoted.ts';
import type { Condition, Measure, WizardState } from './wizard-state.ts';

/** What is known of the chosen table. */
export type WizardTable = {
  /** As it is written in SQL. */
  written: string;
  schema: string;
  name: string;
  columns: NamedColumn[];
  references: WizardReference[];
};

/** A table that can be joined, from the chosen one's side. */
export type WizardReference = {
  name: string;
  written: string;
  columns: NamedColumn[];
  /** Own columns and those of the other table that match them. */
  pairs: [string, string][];
  /** The other table refers to this one: there may be many of its rows for one. */
  isMany: boolean;
};

/** The SQL of what was chosen; undefined while something it needs is missing. */
export function buildSql(state: WizardState, table: WizardTable): string | undefined {
  return builders[state.template](state, table);
}

type Builder = (state: WizardState, table: WizardTable) => string | undefined;

const builders: Record<WizardState['template'], Builder> = {
  rows: (state, table) =>
    lines([
      `select ${listOf(state.columns.map(quoted))}`,
      `from ${table.written}`,
      where(state.conditions),
      orderBy(state.order),
      `limit ${state.limit}`,
    ]),

  groups: (state, table) => {
    const groups = state.columns.map(quoted);
    const measured = state.measures.map(measureOf);
    if (measured.length === 0) return undefined;
    return lines([
      `select ${[...groups, ...measured].join(', ')}`,
      `from ${table.written}`,
      where(state.conditions),
      groups.length > 0 && `group by ${groups.join(', ')}`,
      groups.length > 0 && `order by ${groups.length + 1} desc`,
      `limit ${state.limit}`,
    ]);
  },

  timeline: (state, table) => {
    if (state.timeColumn === '' || state.measures.length === 0) return undefined;
    const time = `date_trunc('${state.unit}', ${quoted(state.timeColumn)})::date as ${state.unit}`;
    return lines([
      `select ${[time, ...state.measures.map(measureOf)].join(', ')}`,
      `from ${table.written}`,
      where(state.conditions),
      'group by 1',
      'order by 1',
    ]);
  },

  joined: (state, table) => {
    const places = state.joins.filter((place) => table.references[place]);
    if (places.length === 0) return undefined;
    const taken = new Set<string>();
    const own = takeAlias(table.name, taken);
    const others = places.flatMap((place) => {
      const reference = table.references[place];
      return reference ? { ...reference, place, alias: takeAlias(reference.name, taken) } : [];
    });
    const columns = state.columns.map((column) => `${own}.${quoted(column)}`);
    const theirs = others.flatMap(({ alias, place, ...reference }) =>
      joinedColumns(state, place, reference).map(
        (name) => `${alias}.${quoted(name)} as ${quoted(`${alias}_${name}`)}`,
      ),
    );
    return lines([
      `select ${[...(columns.length > 0 ? columns : [`${own}.*`]), ...theirs].join(', ')}`,
      `from ${table.written} ${own}`,
      ...others.map(
        ({ written, alias, pairs }) => `left join ${written} ${alias} on ${on(own, alias, pairs)}`,
      ),
      where(state.conditions, own),
      orderBy(state.order, own),
      `limit ${state.limit}`,
    ]);
  },

  duplicates: (state, table) => {
    if (state.columns.length === 0) return undefined;
    const columns = state.columns.map(quoted).join(', ');
    return lines([
      `select ${columns}, count(*) as times`,
      `from ${table.written}`,
      where(state.conditions),
      `group by ${columns}`,
      'having count(*) > 1',
      'order by times desc',
      `limit ${state.limit}`,
    ]);
  },

  missing: (state, table) => {
    const [reference] = chosenReferences(state, table);
    if (!reference) return undefined;
    const taken = new Set<string>();
    const [own, other] = [takeAlias(table.name, taken), takeAlias(reference.name, taken)];
    return lines([
      `select ${listOf(
        state.columns.map((column) => `${own}.${quoted(column)}`),
        `${own}.*`,
      )}`,
      `from ${table.written} ${own}`,
      `where not exists (select from ${reference.written} ${other} where ${on(own, other, reference.pairs)})`,
      ...state.conditions.map((condition) => `  and ${conditionOf(condition, own)}`),
      `limit ${state.limit}`,
    ]);
  },

  insert: (state, table) => {
    if (state.columns.length === 0) return undefined;
    const columns = state.columns.map(quoted).join(', ');
    const values = parametersFor(state.columns)
      .map((name) => `:${name}`)
      .join(', ');
    return lines([
      `insert into ${table.written} (${columns})`,
      `values (${values})`,
      'returning *',
    ]);
  },

  // A write without a condition would reach every row: there is none without.
  update: (state, table) => {
    if (state.columns.length === 0 || state.conditions.length === 0) return undefined;
    const parameters = parametersFor(state.columns);
    const set = state.columns.map((column, at) => `${quoted(column)} = :${parameters[at]}`);
    return lines([
      `update ${table.written}`,
      `set ${set.join(', ')}`,
      where(state.conditions),
      'returning *',
    ]);
  },

  delete: (state, table) => {
    if (state.conditions.length === 0) return undefined;
    return lines([`delete from ${table.written}`, where(state.conditions), 'returning *']);
  },
};

/** Columns of a joined table that are shown: the chosen ones, or the one that names its rows. */
export function joinedColumns(
  state: WizardState,
  place: number,
  { columns }: WizardReference,
): string[] {
  const chosen = state.joinedColumns[place];
  if (chosen) return chosen;
  const label =
    columns.find(({ name }) => /^(name|title|label|email|code)$/.test(name)) ?? columns[0];
  return label ? [label.name] : [];
}

function chosenReferences(state: WizardState, table: WizardTable): WizardReference[] {
  return state.joins.flatMap((place) => table.references[place] ?? []);
}

function takeAlias(name: string, taken: Set<string>): string {
  const alias = aliasFor(name, taken);
  taken.add(alias);
  return alias;
}

function on(own: string, other: string, pairs: [string, string][]): string {
  return pairs
    .map(([mine, theirs]) => `${other}.${quoted(theirs)} = ${own}.${quoted(mine)}`)
    .join(' and ');
}

function measureOf({ fn, column }: Measure): string {
  if (fn === 'count')
    return column === ''
      ? 'count(*) as count'
      : `count(distinct ${quoted(column)}) as ${quoted(`${column}_count`)}`;
  return `${fn}(${quoted(column)}) as ${quoted(`${column}_${fn}`)}`;
}

function where(conditions: Condition[], alias?: string): string | false {
  if (conditions.length === 0) return false;
  return `where ${conditions.map((condition) => conditionOf(condition, alias)).join('\n  and ')}`;
}

function conditionOf({ column, operator, value }: Condition, alias?: string): string {
  const name = alias ? `${alias}.${quoted(column)}` : quoted(column);
  const text = `'${value.replaceAll("'", "''")}'`;
  switch (operator) {
    case 'isNull':
      return `${name} is null`;
    case 'isNotNull':
      return `${name} is not null`;
    case 'contains':
      return `${name}::text ilike '%${value.replaceAll("'", "''").replaceAll(/[\\%_]/g, String.raw`\$&`)}%'`;
    case 'ne':
      return `${name} is distinct from ${text}`;
    default:
      return `${name} ${{ eq: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' }[operator]} ${text}`;
  }
}

function orderBy(order: WizardState['order'], alias?: string): string | false {
  if (!order) return false;
  const name = alias ? `${alias}.${quoted(order.column)}` : quoted(order.column);
  return `order by ${name}${order.direction === 'desc' ? ' desc' : ''}`;
}

/** One for each column: of those that would be called the same, the later ones get a number. */
function parametersFor(columns: string[]): string[] {
  const taken = new Set<string>();
  for (const column of columns) {
    const plain = plainName(column);
    let name = plain;
    for (let number = 2; taken.has(name); number += 1) name = `${plain}_${number}`;
    taken.add(name);
  }
  return [...taken];
}

/** Parameters have names of plain letters, whatever their column is called. */
function plainName(column: string): string {
  const letters = column.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const plain = letters.replaceAll(/[^a-z\d_]+/g, '_');
  return /^[a-z_]/.test(plain) ? plain : `p_${plain}`;
}

function listOf(names: string[], all = '*'): string {
  return names.length === 0 ? all : names.join(', ');
}

function lines(parts: (string | false)[]): string {
  return parts.filter((part) => part !== false).join('\n');
}

/** The references of a table as the wizard speaks of them. */
export function wizardReferences(
  references: Reference[],
  oid: number,
  describe: (table: Reference['from']) => { written: string; columns: NamedColumn[] },
): WizardReference[] {
  return references.map(({ from, to, columns, keys }) => {
    const isMany = from.oid !== oid;
    const other = isMany ? from : to;
    const [own, theirs] = isMany ? [keys, columns] : [columns, keys];
    return {
      name: other.name,
      ...describe(other),
      isMany,
      pairs: own.map((column, place) => [column, theirs[place] ?? '']),
    };
  });
}
