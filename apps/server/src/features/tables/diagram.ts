import type { ConnectorSettings } from '@causeway/contract/connectors/settings.ts';
import { hiddenTest, withheldTest } from '@causeway/contract/tables/hidden-tables.ts';
import type {
  DiagramReference,
  DiagramTable,
  SchemaDiagram,
} from '@causeway/contract/tables/diagram.ts';
import { settingsNameOf } from '@causeway/contract/tables/names.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import { kinds, type ListedTable } from '#platform/connectors/sql/catalog-table.ts';
import {
  referencesAmong,
  referencesOfSchema,
  referencesOfTable,
  tablesToDraw,
} from '#platform/connectors/sql/diagram-questions.ts';
import type { Question } from '#platform/connectors/sql/dialect.ts';
import { settingsNow } from '#platform/connectors/sql/renames.ts';
import type { Services } from '#platform/services.ts';

type Wanted = {
  schema: string;
  focus?: string | undefined;
  columns: 'keys' | 'all';
  limit: number;
};

/** A foreign key by the numbers of its tables and columns. */
type Rule = {
  name: string;
  from: number;
  to: number;
  fromColumns: number[];
  toColumns: number[];
  isUnique: boolean;
};
type DrawnColumn = {
  number: number;
  name: string;
  type: string;
  isNullable: boolean;
  isKey: boolean;
};
type Drawn = { oid: number; schema: string; name: string; kind: string; columns: DrawnColumn[] };

const MOST_HUBS = 12;
/** A table with more is told by their number. */
const MOST_COLUMNS = 60;

/**
 * The tables of a schema with their references, and what these lead to in other schemas. Hidden tables
 * are left out. Where there are too many for a picture, only a chosen one and those around it.
 */
export async function drawSchema(
  services: Services,
  opened: OpenedSql,
  wanted: Wanted,
): Promise<SchemaDiagram> {
  const { databases, sqlCatalog } = services;
  const ask = async ({ text, values }: Question) => {
    return (await databases.read(opened.target, text, values)).rows;
  };
  const { schema } = wanted;
  const listed = await sqlCatalog.listTables(opened.target, schema, 'checked');
  const settings = await settingsNow(sqlCatalog, opened, {
    tables: listed.map(({ name, oid }) => ({ schema, table: name, oid })),
    wholeSchema: schema,
  });
  const isHidden = hiddenTest(settings.hidden);
  const tables = listed.filter(({ name }) => !isHidden(settingsNameOf({ schema, table: name })));
  const { chosen, rules } = await chooseTables(ask, tables, wanted);
  if (chosen.length === 0) {
    const hubs = listHubs(tables, rules, { schema, settings });
    return { tables: [], references: [], total: tables.length, hubs };
  }
  const drawn = (await ask(tablesToDraw(chosen.slice(0, wanted.limit))))
    .map(toDrawn)
    .filter((table) => !isHidden(settingsNameOf({ schema: table.schema, table: table.name })));
  return {
    ...describe(drawn, rules, { settings, columns: wanted.columns }),
    // Hidden ones were never to be drawn; of those beyond the limit nobody knows.
    total: chosen.length > wanted.limit ? chosen.length : drawn.length,
    hubs: [],
  };
}

type Ask = (question: Question) => Promise<(string | null)[][]>;
/** Numbers of the tables to draw; none where there are too many and nobody said which. */
type Chosen = { chosen: number[]; rules: Rule[] };

async function chooseTables(ask: Ask, tables: ListedTable[], wanted: Wanted): Promise<Chosen> {
  const read = async (question: Question) => (await ask(question)).map(toRule);
  const { schema, focus, limit } = wanted;
  const centre = tables.find(({ name }) => name === focus)?.oid;
  if (centre !== undefined) {
    const chosen = withEnds([centre], await read(referencesOfTable(centre)));
    return { chosen, rules: await read(referencesAmong(chosen.slice(0, limit))) };
  }
  const rules = await read(referencesOfSchema(schema));
  const own = tables.map(({ oid }) => oid);
  const isTooMuch = focus !== undefined || own.length > limit;
  return { chosen: isTooMuch ? [] : withEnds(own, rules), rules };
}

function withEnds(first: number[], rules: Rule[]): number[] {
  return [...new Set([...first, ...rules.flatMap(({ from, to }) => [from, to])])];
}

type Naming = { schema: string; settings: ConnectorSettings };

function listHubs(
  tables: ListedTable[],
  rules: Rule[],
  { schema, settings }: Naming,
): SchemaDiagram['hubs'] {
  const counts = new Map<number, number>();
  for (const { from, to } of rules) {
    for (const oid of new Set([from, to])) counts.set(oid, (counts.get(oid) ?? 0) + 1);
  }
  return tables
    .map(({ name, oid }) => ({
      name,
      label: settings.aliases[settingsNameOf({ schema, table: name })] ?? name,
      references: counts.get(oid) ?? 0,
    }))
    .filter(({ references }) => references > 0)
    .toSorted((one, other) => other.references - one.references)
    .slice(0, MOST_HUBS);
}

type Look = { settings: ConnectorSettings; columns: Wanted['columns'] };

function describe(
  drawn: Drawn[],
  rules: Rule[],
  { settings, columns: which }: Look,
): Pick<SchemaDiagram, 'tables' | 'references'> {
  const byNumber = new Map(drawn.map((table) => [table.oid, table]));
  const between = rules.filter(({ from, to }) => byNumber.has(from) && byNumber.has(to));
  const referring = new Set(
    between.flatMap((rule) => rule.fromColumns.map((at) => `${rule.from} ${at}`)),
  );
  const referred = new Set(
    between.flatMap((rule) => rule.toColumns.map((at) => `${rule.to} ${at}`)),
  );
  const isWithheld = withheldTest(settings);
  const tables = drawn.map((table): DiagramTable => {
    const name = settingsNameOf({ schema: table.schema, table: table.name });
    const columns = table.columns.map((column) => ({
      name: column.name,
      label: settings.aliases[`${name}.${column.name}`] ?? column.name,
      type: column.type,
      isKey: column.isKey,
      isReference: referring.has(`${table.oid} ${column.number}`),
      isNullable: column.isNullable,
      isPart: referred.has(`${table.oid} ${column.number}`),
    }));
    const isDrawn = ({ isKey, isReference, isPart }: (typeof columns)[number]) =>
      which === 'all' || isKey || isReference || isPart;
    return {
      schema: table.schema,
      name: table.name,
      label: settings.aliases[name] ?? table.name,
      kind: kinds[table.kind] ?? 'table',
      ...(isWithheld(name) && { isWithheld: true as const }),
      columns: columns.filter(isDrawn).slice(0, MOST_COLUMNS),
      columnCount: table.columns.length,
    };
  });
  return { tables, references: between.map((rule) => nameRule(rule, byNumber)) };
}

function nameRule(rule: Rule, byNumber: ReadonlyMap<number, Drawn>): DiagramReference {
  const end = (oid: number, numbers: number[]) => {
    const table = byNumber.get(oid);
    const nameOf = (number: number) => {
      return table?.columns.find((column) => column.number === number)?.name ?? '';
    };
    return { schema: table?.schema ?? '', table: table?.name ?? '', columns: numbers.map(nameOf) };
  };
  return {
    name: rule.name,
    from: end(rule.from, rule.fromColumns),
    to: end(rule.to, rule.toColumns),
    isUnique: rule.isUnique,
  };
}

function toRule([name, from, to, fromColumns, toColumns, isUnique]: (string | null)[]): Rule {
  return {
    name: name ?? '',
    from: Number(from),
    to: Number(to),
    fromColumns: JSON.parse(fromColumns ?? '[]') as number[],
    toColumns: JSON.parse(toColumns ?? '[]') as number[],
    isUnique: isUnique === 't',
  };
}

function toDrawn([oid, schema, name, kind, columns]: (string | null)[]): Drawn {
  return {
    oid: Number(oid),
    schema: schema ?? '',
    name: name ?? '',
    kind: kind ?? '',
    columns: JSON.parse(columns ?? '[]') as DrawnColumn[],
  };
}
