import { Failure } from '@causeway/contract/errors.ts';
import { exampleOf } from '@causeway/contract/snippets/placeholders.ts';
import type { Badge } from '@causeway/contract/snippets/snippet.ts';
import { splitStatements } from '@causeway/contract/sql-lexer.ts';
import { bindPlaceholders, listParameters } from '@causeway/contract/sql-placeholders.ts';
import type { Inspection } from '#platform/connectors/sql/inspect-statement.ts';
import type { SqlParser } from '#platform/connectors/sql/parser.ts';

export type Classified = {
  badge: Badge | null;
  /** Positions count from 1, in the snippet as it was written. */
  problem: { message: string; position?: number } | null;
};

/** What a snippet would do: the strongest of its statements counts. */
export async function classify(parser: SqlParser, sql: string): Promise<Classified> {
  const example = exampleOf(sql);
  const found: Badge[] = [];
  for (const { text, from } of splitStatements(example.text)) {
    const bound = bindForParser(text);
    try {
      found.push(badgeOf(await parser.inspect(bound.text)));
    } catch (error) {
      const placeIn = (place: number) =>
        example.placeInOriginal(from + bound.placeInOriginal(place));
      return { badge: null, problem: problemOf(error, placeIn) };
    }
  }
  if (found.length === 0) return { badge: null, problem: null };
  const badge = (['ddl', 'write'] as const).find((strong) => found.includes(strong)) ?? 'read';
  return { badge, problem: null };
}

/** For who shares a snippet: throws what is wrong with it. */
export async function classifyForOthers(parser: SqlParser, sql: string): Promise<Badge> {
  const { badge, problem } = await classify(parser, sql);
  if (problem) {
    const { message, position } = problem;
    throw new Failure('E_SQL_SYNTAX', message, position === undefined ? {} : { position });
  }
  if (badge === null) throw new Failure('E_SQL_EMPTY');
  return badge;
}

function badgeOf({ changesSchema, writesRows, refusal }: Inspection): Badge {
  if (changesSchema) return 'ddl';
  return writesRows || refusal !== undefined ? 'write' : 'read';
}

/** Parameters become $1, $2, …; a parameter that is a name becomes that name. */
function bindForParser(text: string) {
  const wanted = listParameters(text);
  const bindings = wanted.map(({ name, isName }) => [name, isName ? name : null]);
  return bindPlaceholders(text, Object.fromEntries(bindings));
}

function problemOf(error: unknown, placeIn: (place: number) => number): Classified['problem'] {
  if (!(error instanceof Failure) || error.code !== 'E_SQL_SYNTAX') throw error;
  const place = error.details?.place;
  return {
    message: error.message,
    ...(typeof place === 'number' && { position: placeIn(place) + 1 }),
  };
}
