import { nameOf } from '@causeway/contract/sql/lexer.ts';
import { columnsOfUse } from './columns-of-use.ts';
import type { NamesIndex } from './names-index.ts';
import { findNearest } from './nearest.ts';
import { findPlace } from './place.ts';
import { quoted } from '@causeway/contract/sql/quoted.ts';

/** Another name for one that is not known, and what to write where. */
export type Meant = { label: string; from: number; to: number; insert: string };

const MOST = 3;
/** What Postgres says of a name it does not know. */
const unknown: Record<string, 'table' | 'column' | 'function'> = {
  '42P01': 'table',
  '42703': 'column',
  '42883': 'function',
};

export function isUnknownName(sqlState: unknown): boolean {
  return typeof sqlState === 'string' && sqlState in unknown;
}

/** Names near to the one at a position, which counts from 1. */
export function findMeant(
  index: NamesIndex,
  sql: string,
  { sqlState, position }: { sqlState: string; position: number },
): Meant[] {
  const path = readPath(sql, position - 1);
  const last = path.at(-1);
  if (!last) return [];
  const before = path.at(-2)?.name;
  const answer = (name: string): Meant => ({
    label: name,
    from: last.from,
    to: last.to,
    insert: quoted(name),
  });
  const kind = unknown[sqlState];
  if (kind === 'table') {
    return tablesLike(index, { ...last, from: path[0]?.from ?? last.from }, before);
  }
  if (kind === 'function') {
    const known = index.findFunctions(last.name.slice(0, 1), 5_000).map(({ name }) => name);
    return findNearest(last.name, known, { most: MOST }).map(answer);
  }
  if (kind !== 'column') return [];
  const uses = (findPlace(sql, last.to)?.uses ?? []).filter(
    ({ alias }) => before === undefined || alias === before,
  );
  const known = uses.flatMap((use) => columnsOfUse(index, use)).map(({ name }) => name);
  return findNearest(last.name, known, { most: MOST }).map(answer);
}

type Part = { name: string; from: number; to: number };

function tablesLike(index: NamesIndex, { name, from, to }: Part, schema?: string): Meant[] {
  const own = index.tables.filter(
    (table) => !table.schema.startsWith('pg_') && table.schema !== 'information_schema',
  );
  const inSchema = own.filter((table) => schema === undefined || table.schema === schema);
  const exact = own.filter((table) => table.name === name && table.schema !== schema);
  const names = findNearest(
    name,
    inSchema.map((table) => table.name),
    { most: MOST },
  );
  const near = names.flatMap((one) => inSchema.find((table) => table.name === one) ?? []);
  const found = new Set([...exact, ...near]);
  // The same name in another schema is nearer than a name like it.
  return [...found].slice(0, MOST).map((table) => {
    const isBare = schema === undefined && index.isInPath(table);
    const parts = isBare ? [table.name] : [table.schema, table.name];
    return { label: parts.join('.'), from, to, insert: parts.map(quoted).join('.') };
  });
}

/** `a."b".c` from a place on, part by part. */
function readPath(sql: string, start: number): Part[] {
  const part = /"(?:[^"]|"")*"|[\p{L}_][\p{L}\d_$]*/uy;
  const parts: Part[] = [];
  let at = start;
  for (;;) {
    part.lastIndex = at;
    const [text] = part.exec(sql) ?? [];
    if (text === undefined) return parts;
    parts.push({ name: nameOf(text), from: at, to: at + text.length });
    at += text.length;
    if (sql[at] !== '.') return parts;
    at += 1;
  }
}
