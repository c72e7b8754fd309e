import { readTokens } from '@causeway/contract/sql/lexer.ts';
import { mayTellSecret, WITHHELD, withoutLiterals } from './secrets-in-text.ts';

/*
 * Passwords stand in statements as plain text: of roles, of servers elsewhere and their users, of
 * subscriptions. Whoever reads what was run must not get in by it.
 */

type Node = Record<string, unknown>;
type Option = { defname?: string; arg?: { String?: unknown }; location?: number };

const withOptions = new Set([
  'CreateRoleStmt',
  'AlterRoleStmt',
  'CreateFdwStmt',
  'AlterFdwStmt',
  'CreateForeignServerStmt',
  'AlterForeignServerStmt',
  'CreateUserMappingStmt',
  'AlterUserMappingStmt',
  'CreateForeignTableStmt',
]);

/** What lets nobody in. Any other may be a secret: each wrapper has its own names for them. */
const harmless = new Set([
  'validUntil',
  'host',
  'hostaddr',
  'port',
  'dbname',
  'database',
  'user',
  'username',
  'sslmode',
  'schema_name',
  'table_name',
  'column_name',
  'fetch_size',
  'use_remote_estimate',
  'updatable',
  'filename',
  'format',
  'header',
  'delimiter',
]);

/** The word in front of what is no value, but statements of its own. */
const bodyBehind: Record<string, RegExp> = { DoStmt: /^/, CreateFunctionStmt: /^as$/i };

export function holdsSecret(kind: string, root: unknown, calls: ReadonlySet<string>): boolean {
  if (placesOfSecrets(kind, root).length > 0) return true;
  const speaks = kind in bodyBehind || [...calls].some(isOfDblink);
  return speaks && mayTellSecret(textOf(root));
}

/** Its functions are told where to connect and how to get in. */
function isOfDblink(name: string): boolean {
  return /(?:^|\.)dblink(?:_|$)/.test(name);
}

/** As Postgres reads them, whatever they are written like. */
function textOf(root: unknown): string {
  const texts: string[] = [];
  const collect = (node: unknown) => {
    if (typeof node === 'string') texts.push(node);
    else if (node !== null && typeof node === 'object') Object.values(node).forEach(collect);
  };
  collect(root);
  return texts.join('\n');
}

/** The text of one statement, which holds none of its secrets any more. */
export function withoutSecrets(sql: string, kind: string, root: unknown): string {
  const places = inCharacters(sql, placesOfSecrets(kind, root));
  if (places.length === 0) {
    return mayTellSecret(textOf(root)) ? withoutLiterals(sql, bodyBehind[kind]) : sql;
  }
  const parts: string[] = [];
  let found = 0;
  let isWithin = false;
  for (const { kind: token, from, to } of readTokens(sql)) {
    const isNext = token === 'string' && from >= (places[found] ?? Infinity);
    // A literal may go on in another one on the next line.
    isWithin = isNext || (isWithin && (token === 'string' || isBetween(token)));
    if (isNext) found += 1;
    if (isNext) parts.push(WITHHELD);
    else if (!isWithin || isBetween(token)) parts.push(sql.slice(from, to));
  }
  if (found === places.length) return parts.join('');
  return `${sql.slice(0, places[found])}${WITHHELD}`;
}

function inCharacters(sql: string, places: number[]): number[] {
  const bytes = Buffer.from(sql);
  let characters = 0;
  let last = 0;
  return places
    .toSorted((one, other) => one - other)
    .map((place) => {
      characters += bytes.toString('utf8', last, place).length;
      last = place;
      return characters;
    });
}

function isBetween(token: string): boolean {
  return token === 'space' || token === 'comment';
}

/** Where each is announced, in bytes: the next literal is it. */
function placesOfSecrets(kind: string, root: unknown): number[] {
  const { conninfo, options } = (root ?? {}) as { conninfo?: string; options?: Node[] };
  // Only subscriptions have one, and it is their first literal.
  if (conninfo !== undefined) return [0];
  if (!withOptions.has(kind) && kind !== 'AlterTableStmt') return [];
  return (options ?? optionsOfTable(root)).flatMap(({ DefElem: option }) => {
    const { defname = '', arg, location = 0 } = (option ?? {}) as Option;
    return arg?.String !== undefined && !harmless.has(defname) ? [location] : [];
  });
}

type TableChange = { subtype?: string; def?: { List?: { items?: Node[] } } };

/** Of a table elsewhere, and of its columns. What else is set of a table and its columns tells nothing. */
function optionsOfTable(root: unknown): Node[] {
  const { cmds } = root as { cmds?: { AlterTableCmd?: TableChange }[] };
  return (cmds ?? []).flatMap(({ AlterTableCmd: change }) => {
    const isElsewhere = /^AT_(?:AlterColumn)?GenericOptions$/.test(change?.subtype ?? '');
    return isElsewhere ? (change?.def?.List?.items ?? []) : [];
  });
}
