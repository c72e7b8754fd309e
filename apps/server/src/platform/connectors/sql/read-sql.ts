import type { SqlStatement } from '@causeway/contract/sql/lexer.ts';
import { readTokens, splitStatements } from '@causeway/contract/sql/lexer.ts';
import {
  BindingProblem,
  bindPlaceholders,
  type Bindings,
  type BoundText,
  bindText,
  listParameters,
} from '@causeway/contract/sql/placeholders.ts';
import { isBlankSql } from '@causeway/contract/sql/scanner.ts';
import { exampleOf } from '@causeway/contract/snippets/placeholders.ts';
import { scanSnippet } from '@causeway/contract/snippets/scan-snippet.ts';
import type { Inspection } from './inspect-statement.ts';
import { addReferences, type References } from './references.ts';

/**
 * Everything that is read out of SQL as people sent it, besides its parse tree. All of it takes time
 * in proportion to the text, which may be a megabyte: what is long is read in the parser's thread.
 */
export const readings = {
  bind: ({ sql, bindings }: { sql: string; bindings: Bindings | undefined }): BoundSql => {
    if (isBlankSql(sql)) return { isBlank: true, text: sql, values: [], places: new Int32Array() };
    try {
      return { isBlank: false, ...bindText(sql, bindings) };
    } catch (error) {
      if (error instanceof BindingProblem) return { bindingProblem: error.message };
      throw error;
    }
  },
  parameters: ({ sql }: { sql: string }) => listParameters(sql),
  /** The text of the only statement, without what follows its semicolon. */
  statements: ({ sql }: { sql: string }): SqlStatement[] => splitStatements(sql).slice(0, 2),
  withoutReturning: ({ sql }: { sql: string }) => withoutReturning(sql),
  secrets: ({ snippet }: { snippet: Parameters<typeof scanSnippet>[0] }) => scanSnippet(snippet),
};

export type BoundSql = (BoundText & { isBlank: boolean }) | { bindingProblem: string };
export type Readings = typeof readings;

/** Up to the statement's own RETURNING, and without the semicolon. */
function withoutReturning(text: string): string {
  let depth = 0;
  for (const { kind, from, to } of readTokens(text)) {
    const part = text.slice(from, to);
    if (kind === 'sign' && part === '(') depth += 1;
    if (kind === 'sign' && part === ')') depth -= 1;
    const isEnd =
      kind === 'sign' ? part === ';' : kind === 'word' && part.toLowerCase() === 'returning';
    if (isEnd && depth === 0) return text.slice(0, from);
  }
  return text;
}

/** What all statements of a snippet would do together, up to the first that can not be read. */
export type SnippetInspection = {
  statements: number;
  changesSchema: boolean;
  writes: boolean;
  /** The place counts from 0, in the snippet as it was written. */
  problem?: { message: string; place: number | undefined };
};

type Parse = (
  sql: string,
) => { inspection: Inspection } | { problem: { message: string; place: number | undefined } };

export function inspectSnippet(sql: string, parse: Parse): SnippetInspection {
  const example = exampleOf(sql);
  const found = { statements: 0, changesSchema: false, writes: false };
  for (const { text, from } of splitStatements(example.text)) {
    const bound = bindForParser(text);
    const parsed = parse(bound.text);
    if ('problem' in parsed) {
      const { message, place } = parsed.problem;
      const original =
        place === undefined
          ? undefined
          : example.placeInOriginal(from + bound.placeInOriginal(place));
      return { ...found, problem: { message, place: original } };
    }
    const { changesSchema, writesRows, refusal } = parsed.inspection;
    found.statements += 1;
    found.changesSchema ||= changesSchema;
    found.writes ||= writesRows || refusal !== undefined;
  }
  return found;
}

/** What all statements of a text name, whatever they do; undefined when one can not be read. */
export function readReferences(
  sql: string,
  parseTree: (sql: string) => unknown,
): References | undefined {
  const found: References = { tables: [], names: [] };
  for (const { text } of splitStatements(sql)) {
    const bound = boundOrNothing(text);
    const tree = bound === undefined ? undefined : parseTree(bound);
    if (tree === undefined) return undefined;
    addReferences(tree, found);
  }
  return { tables: found.tables, names: [...new Set(found.names)] };
}

function boundOrNothing(text: string): string | undefined {
  try {
    return bindForParser(text).text;
  } catch (error) {
    if (error instanceof BindingProblem) return undefined;
    throw error;
  }
}

/** Parameters become $1, $2, …; a parameter that is a name becomes that name. */
function bindForParser(text: string) {
  const wanted = listParameters(text);
  const bindings = wanted.map(({ name, isName }) => [name, isName ? name : null]);
  return bindPlaceholders(text, Object.fromEntries(bindings));
}
