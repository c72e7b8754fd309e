import { readTokens } from '@causeway/contract/sql/lexer.ts';
import {
  mayTellSecret,
  WITHHELD,
  withoutLiterals,
  withoutSecretsInBody,
} from './secrets-in-text.ts';

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

const withBody = new Set(['DoStmt', 'CreateFunctionStmt']);

export function holdsSecret(kind: string, root: unknown, calls: ReadonlySet<string>): boolean {
  if (placesOfSecrets(kind, root).length > 0) return true;
  const speaks = withBody.has(kind) || [...calls].some(isOfDblink);
  return speaks && mayTellSecret(JSON.stringify(root));
}

/** Its functions are told where to connect and how to get in. */
function isOfDblink(name: string): boolean {
  return /(?:^|\.)dblink(?:_|$)/.test(name);
}

/** The text of one statement, which holds none of its secrets any more. */
export function withoutSecrets(sql: string, kind: string, root: unknown): string {
  const bytes = Buffer.from(sql);
  const places = placesOfSecrets(kind, root).map((at) => bytes.toString('utf8', 0, at).length);
  if (withBody.has(kind)) return withoutSecretsInBody(sql);
  if (places.length === 0) return withoutLiterals(sql);
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

/** Of a table elsewhere, and of its columns. */
function optionsOfTable(root: unknown): Node[] {
  const { cmds } = root as { cmds?: { AlterTableCmd?: { def?: { List?: { items?: Node[] } } } }[] };
  return (cmds ?? []).flatMap(({ AlterTableCmd: change }) => change?.def?.List?.items ?? []);
}
