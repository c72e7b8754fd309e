import type { Danger } from '@causeway/contract/sql/editor.ts';
import { type AccessChange, findAccessChanges } from './access-changes.ts';
import { isDeniedCall, isDeniedName } from './denied-names.ts';
import { tablesNamedOnce } from './named-once.ts';
import { holdsSecret } from './secrets-within.ts';
import { findDangers, findTransactionStep, type TransactionStep } from './statement-effects.ts';
import { traceless } from './traceless-functions.ts';
import { findWrittenTable, type WrittenTable } from './written-table.ts';

/**
 * What a statement would do, told from its parse tree. The tree is Postgres' own, so nothing is
 * guessed from words; what functions do inside is not in it, which is why reading also happens in
 * a read-only transaction and the database's role remains the last word.
 */
export type Inspection = {
  statements: number;
  /** The node of the tree, such as SelectStmt. */
  kind: string;
  /** Why it may not run where only reading is allowed; undefined when it may. */
  refusal: string | undefined;
  /** Names of which the database has to say whether they call something that does more than read. */
  names: string[];
  /** Rows are read or written, nothing else: such a statement may run inside a transaction. */
  isAboutRows: boolean;
  /** Leaves nothing behind in a session that resetting it would not remove. */
  leavesNoTrace: boolean;
  changesSchema: boolean;
  /** `select 1 where …` and nothing around the condition. */
  isBareCondition: boolean;
  /** Rows are written somewhere in it. */
  writesRows: boolean;
  /** The one table whose rows it writes, where it is a plain INSERT, UPDATE or DELETE. */
  written: WrittenTable | undefined;
  dangers: Danger[];
  /** It decides who may do what in the database. */
  access: AccessChange[];
  /** A password or the like stands in it. */
  holdsSecret: boolean;
  transactionStep: TransactionStep | undefined;
  /** Makes one row of many, perhaps for each group: all of it is read whatever is shown. */
  isSummary: boolean;
  /** It says itself how many rows it wants at most. */
  ownLimit: number | undefined;
  /** Tables a query reads rows of in one place only. */
  namedOnce: string[];
};

type Tree = { stmts?: ({ stmt?: Record<string, unknown> } & Extent)[] };
type Extent = { stmt_location?: number; stmt_len?: number };
type Node = Record<string, unknown>;

const rowStatements = new Set([
  'SelectStmt',
  'InsertStmt',
  'UpdateStmt',
  'DeleteStmt',
  'MergeStmt',
]);
const writes = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);
const readable = new Set(['SelectStmt', 'VariableShowStmt', 'ExplainStmt']);
/** Statements that are neither about rows nor change what tables there are. */
const passing = new Set([
  ...readable,
  ...writes,
  'VariableSetStmt',
  'TransactionStmt',
  'DiscardStmt',
  'VacuumStmt',
  'ListenStmt',
  'NotifyStmt',
  'UnlistenStmt',
  'CheckPointStmt',
  'PrepareStmt',
  'DeallocateStmt',
]);

/** The node of the first statement, and its kind. */
export function firstOf({ stmts }: Tree): [kind: string, root: unknown] {
  return Object.entries(stmts?.[0]?.stmt ?? {})[0] ?? ['', undefined];
}

export function inspectTree(tree: Tree): Inspection {
  const statements = tree.stmts ?? [];
  const [kind, root] = firstOf(tree);
  const seen: Seen = {
    functions: new Set(),
    names: new Set(),
    columns: [],
    callable: new Set(),
    refusal: undefined,
    writes: false,
  };
  look(root, seen, kind === 'ExplainStmt');
  return {
    statements: statements.length,
    kind,
    refusal: refusalOf(kind, root as Node | undefined) ?? seen.refusal,
    names: [...seen.names],
    isAboutRows: rowStatements.has(kind) && !hasInto(root),
    leavesNoTrace: (rowStatements.has(kind) || readable.has(kind)) && isTraceless(seen),
    writesRows: writes.has(kind) || (seen.writes && runsWhatIsInside(kind, root as Node)),
    written: seen.writes ? undefined : findWrittenTable(kind, root, endOf(statements[0])),
    dangers: findDangers(kind, root),
    access: findAccessChanges(kind, root),
    holdsSecret: holdsSecret(kind, root, seen.functions),
    transactionStep: findTransactionStep(kind, root),
    isBareCondition: kind === 'SelectStmt' && isBare(root as Node),
    changesSchema: kind !== '' && (!passing.has(kind) || hasInto(root)),
    isSummary: kind === 'SelectStmt' && isSummary(root as Node),
    ownLimit: kind === 'SelectStmt' ? ownLimitOf(root as Node) : undefined,
    namedOnce: kind === 'SelectStmt' ? tablesNamedOnce(root) : [],
  };
}

function refusalOf(kind: string, root: Node | undefined): string | undefined {
  if (!readable.has(kind)) return `${describe(kind)} is more than reading.`;
  if (kind === 'ExplainStmt' && root && analyzes(root)) {
    return 'EXPLAIN ANALYZE runs the statement it explains.';
  }
  return undefined;
}

/** In bytes; undefined when it goes on to the end of the text. */
function endOf({ stmt_location: start = 0, stmt_len: length }: Extent = {}): number | undefined {
  return length ? start + length : undefined;
}

/** EXPLAIN only thinks about its statement, unless it is told to try it. */
function runsWhatIsInside(kind: string, root: Node): boolean {
  return kind !== 'ExplainStmt' || analyzes(root);
}

function describe(kind: string): string {
  return kind
    .replace(/Stmt$/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toUpperCase();
}

function analyzes(explain: Node): boolean {
  const options = (explain.options ?? []) as { DefElem?: { defname?: string; arg?: unknown } }[];
  return options.some(({ DefElem: option }) => {
    if (option?.defname?.toLowerCase() !== 'analyze') return false;
    const off = JSON.stringify(option.arg ?? null).toLowerCase();
    return !/"(off|false|0)"|"boolval":false|"ival":\{\}|^\{"boolean":\{\}\}$/.test(off);
  });
}

function hasInto(root: unknown): boolean {
  return (root as Node | undefined)?.intoClause !== undefined;
}

const bareParts = new Set(['targetList', 'whereClause', 'limitOption', 'op']);

function isBare(select: Node): boolean {
  const targets = select.targetList as unknown[] | undefined;
  return (
    Object.keys(select).every((part) => bareParts.has(part)) &&
    select.op === 'SETOP_NONE' &&
    targets?.length === 1 &&
    select.whereClause !== undefined
  );
}

function isSummary({ op, groupClause, targetList }: Node): boolean {
  return op === 'SETOP_NONE' && (groupClause !== undefined || aggregates(targetList));
}

/** Those whose one row of many everybody writes; `over (…)` makes none fewer. */
const aggregating = new Set(['count', 'sum', 'avg', 'min', 'max']);

function aggregates(node: unknown): boolean {
  if (node === null || typeof node !== 'object') return false;
  const { FuncCall: call } = node as { FuncCall?: Node };
  const isOne = call && call.over === undefined && aggregating.has(namesOf(call.funcname).at(-1)!);
  // What a query inside counts is a row of its own.
  return (
    isOne || Object.entries(node).some(([key, value]) => key !== 'SubLink' && aggregates(value))
  );
}

/** WITH TIES may bring more than it says. */
function ownLimitOf({ limitCount, limitOption }: Node): number | undefined {
  const { A_Const: count } = (limitCount ?? {}) as { A_Const?: { ival?: { ival?: number } } };
  if (!count?.ival || limitOption !== 'LIMIT_OPTION_COUNT') return undefined;
  return count.ival.ival ?? 0;
}

type Seen = {
  /** Functions that are called, in whatever notation, as far as the tree can tell. */
  functions: Set<string>;
  /** Names under which something could be called: all there are but those of tables. */
  names: Set<string>;
  /** Columns named together with what they are of, and functions in FROM, of which they may be calls. */
  columns: { of: string; name: string }[];
  callable: Set<string>;
  refusal: string | undefined;
  /** There is a write inside the statement. */
  writes: boolean;
};

/** Walks the whole tree. Its depth is bounded by the parser's own limit, so recursion is safe. */
function look(node: unknown, seen: Seen, isExplained: boolean): void {
  if (Array.isArray(node)) {
    for (const child of node) look(child, seen, isExplained);
    return;
  }
  if (node === null || typeof node !== 'object') return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'FuncCall') noteFunction(value as Node, seen);
    else if (key === 'String') noteName(String((value as Node).sval ?? ''), seen);
    else if (writes.has(key)) {
      seen.writes = true;
      if (!isExplained) seen.refusal ??= `${describe(key)} is more than reading.`;
    } else if (key === 'lockingClause') seen.refusal ??= 'Locking rows is more than reading.';
    else if (key === 'intoClause') seen.refusal ??= 'SELECT INTO makes a table.';
    if (key === 'RangeFunction') noteRows(value as Node, seen);
    if (key === 'ColumnRef') noteColumn(value as Node, seen);
    else if (key === 'A_Indirection') noteAttributes(value as Node, seen, isExplained);
    else look(value, seen, isExplained);
  }
}

type Part = { String?: { sval?: string } };

function namesOf(path: unknown): string[] {
  return ((path ?? []) as Part[]).map((part) => part.String?.sval?.toLowerCase() ?? '');
}

function noteFunction(call: Node, seen: Seen): void {
  const names = namesOf(call.funcname);
  const name = names.at(-1) ?? '';
  // Only the catalog's own function of that name is known.
  seen.functions.add(names.length === 1 || names[0] === 'pg_catalog' ? name : names.join('.'));
  if (isDeniedCall(name)) seen.refusal ??= notAllowed(name);
}

function noteName(name: string, seen: Seen): void {
  const lower = name.toLowerCase();
  seen.names.add(lower);
  if (isDeniedName(lower)) seen.refusal ??= notAllowed(lower);
}

/**
 * `t.f` is a column f of t or a call f(t), and which of them only the database knows: of a function in
 * FROM that gives single values, `t` is such a value. What stands before the last dot is never called.
 */
function noteColumn({ fields }: Node, seen: Seen): void {
  const names = namesOf(fields);
  const last = names.at(-1);
  if (names.length < 2 || !last) return;
  noteName(last, seen);
  seen.columns.push({ of: names.at(-2) ?? '', name: last });
}

/** What a function in FROM is called by those who use its rows. */
function noteRows({ alias, functions }: Node, seen: Seen): void {
  const { aliasname } = (alias ?? {}) as { aliasname?: string };
  if (aliasname) seen.callable.add(aliasname.toLowerCase());
  for (const name of JSON.stringify(functions).matchAll(/"sval":"([^"]+)"/g)) {
    seen.callable.add(name[1]?.toLowerCase() ?? '');
  }
}

/** Columns every such function has, which so are no calls. */
const usual = new Set(['value', 'key', 'ordinality']);

function isTraceless({ functions, columns, callable }: Seen): boolean {
  const called = columns.filter(({ of, name }) => callable.has(of) && !usual.has(name));
  return functions.union(new Set(called.map(({ name }) => name))).isSubsetOf(traceless);
}

/** `(value).f` is a field f of the value or a call f(value). */
function noteAttributes({ arg, indirection }: Node, seen: Seen, isExplained: boolean): void {
  for (const name of namesOf(indirection)) if (name) seen.functions.add(name);
  look(arg, seen, isExplained);
  look(indirection, seen, isExplained);
}

function notAllowed(name: string): string {
  return `${name}() is not allowed where only reading is.`;
}
