import { endOfPiece, kindOfPiece, type SqlPieceKind } from './scanner.ts';

/**
 * SQL read the way Postgres' own scanner reads it: enough to know where a statement ends, which
 * table a word stands behind and what is only text. It never fails: what is not closed reaches to
 * the end.
 */
export type SqlTokenKind =
  | 'space'
  | 'comment'
  | 'string'
  /** "a name" */
  | 'quoted'
  | 'word'
  | 'number'
  /** $1 */
  | 'parameter'
  | 'operator'
  /** One of ; , . ( ) [ ] : */
  | 'sign';

export type SqlToken = { kind: SqlTokenKind; from: number; to: number };

const kinds: Record<SqlPieceKind, SqlTokenKind> = {
  space: 'space',
  'line comment': 'comment',
  'block comment': 'comment',
  string: 'string',
  'dollar string': 'string',
  quoted: 'quoted',
  word: 'word',
  number: 'number',
  parameter: 'parameter',
  sign: 'sign',
  operator: 'operator',
};

export function readTokens(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  let at = 0;
  while (at < sql.length) {
    const kind = kindOfPiece(sql, at);
    const from = at;
    at = endOfPiece(sql, at, kind);
    tokens.push({ kind: kinds[kind], from, to: at });
  }
  return tokens;
}

/** A statement and where it stands, without the semicolon behind it. */
export type SqlStatement = { text: string; from: number; to: number };

/**
 * The statements of a text, in order. A semicolon ends one, except inside brackets of a rule and in
 * the body of a function that is written as SQL (`begin atomic … end`).
 */
export function splitStatements(sql: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let first: number | undefined;
  let last = 0;
  let isEmpty = true;
  let body = createBody();
  const end = () => {
    if (first !== undefined && !isEmpty) {
      statements.push({ text: sql.slice(first, last), from: first, to: last });
    }
    first = undefined;
    isEmpty = true;
    body = createBody();
  };
  for (const { kind, from, to } of readTokens(sql)) {
    if (kind === 'space') continue;
    const text = kind === 'comment' ? '' : sql.slice(from, to);
    if (text === ';' && !body.isOpen()) {
      end();
      continue;
    }
    first ??= from;
    // A comment in front belongs to a statement, one behind it does too when it is on its line.
    if (kind === 'comment' && !isEmpty && sql.slice(last, from).includes('\n')) continue;
    last = to;
    if (kind === 'comment') continue;
    isEmpty = false;
    body.read(kind === 'word' ? text.toLowerCase() : text);
  }
  end();
  return statements;
}

/** Whether a semicolon stands inside something: brackets, or the body of a function. */
function createBody() {
  let words = 0;
  let mayHaveBody = false;
  let before = '';
  let brackets = 0;
  let depth = 0;
  return {
    isOpen: () => depth > 0 || (mayHaveBody && brackets > 0),
    read: (text: string) => {
      words += 1;
      if (words === 1) mayHaveBody = text === 'create';
      if (text === '(') brackets += 1;
      if (text === ')') brackets -= 1;
      if (mayHaveBody && depth === 0 && before === 'begin' && text === 'atomic') depth = 1;
      else if (depth > 0 && (text === 'case' || text === 'begin')) depth += 1;
      else if (depth > 0 && text === 'end') depth -= 1;
      before = text;
    },
  };
}

/** The statement a cursor stands in, or the one before it; the first when it stands before all. */
export function statementAt(statements: SqlStatement[], place: number): SqlStatement | undefined {
  return statements.findLast(({ from }) => from <= place) ?? statements[0];
}

/** The name a token means: quotes taken away, else folded as Postgres folds it. */
export function nameOf(text: string): string {
  if (!text.startsWith('"')) return text.toLowerCase();
  return text
    .slice(1, text.endsWith('"') && text.length > 1 ? -1 : undefined)
    .replaceAll('""', '"');
}
