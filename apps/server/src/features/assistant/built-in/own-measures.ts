import type { Catalog } from './catalog.ts';
import type { OwnMeasure } from './own-measure.ts';
import { fold, stem, type Token, wordsOf } from './words.ts';

type Defined = {
  name: { en: string; de: string };
  synonyms: readonly string[];
  schema: string;
  table: string;
  expression: string;
  filter: string | null;
  own: { expression: string; filter: string | null; columns: readonly string[] };
};

/** Of the measures of a project those whose table and columns are there for who asks. */
export function withMeasures(catalog: Catalog, defined: readonly Defined[]): Catalog {
  const measures = defined.flatMap((one): OwnMeasure[] => {
    const table = catalog.tables.find(
      ({ schema, name }) => schema === one.schema && name === one.table,
    );
    const has = (column: string) => table?.columns.some(({ name }) => name === column);
    if (!table || !one.own.columns.every(has)) return [];
    const { en, de } = one.name;
    return [
      {
        label: { en: unmarked(en || de), de: unmarked(de || en) },
        phrases: [en, de, ...one.synonyms].map(stemsOf).filter(({ length }) => length > 0),
        table: table.name,
        expression: one.own.expression,
        filter: one.own.filter,
        said: asCode(
          one.filter === null ? one.expression : `${one.expression} where ${one.filter}`,
        ),
      },
    ];
  });
  return { ...catalog, measures };
}

/** Names and reckonings stand in answers to others: neither makes a link of itself there. */
function unmarked(name: string): string {
  return name.replaceAll(/[\\`*[\]<>]/g, '').replaceAll(/\s+/g, ' ');
}

function asCode(text: string): string {
  return text.replaceAll('`', 'ˋ').replaceAll(/\s+/g, ' ');
}

function stemsOf(phrase: string): string[] {
  return wordsOf(fold(phrase)).map(stem);
}

/**
 * Words that name a measure of the project are that, and nothing else: what people agreed a word means
 * comes before what it might mean. The longest name is taken.
 */
export function takeMeasures({ measures = [] }: Catalog, tokens: readonly Token[]): Token[] {
  const taken: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    const found = measureAt(measures, tokens, at);
    if (found) {
      const typed = tokens
        .slice(at, at + found.length)
        .map(({ word, typed: as }) => as ?? word)
        .join(' ');
      taken.push({ word: fold(typed), stem: fold(typed), typed, own: found.measure });
    } else taken.push(tokens[at]!);
    at += found?.length ?? 1;
  }
  return taken;
}

function measureAt(measures: readonly OwnMeasure[], tokens: readonly Token[], at: number) {
  const fitting = measures.flatMap((measure) =>
    measure.phrases
      .filter((phrase) =>
        phrase.every((word, index) => {
          const token = tokens[at + index];
          return token?.stem === word && token.quoted === undefined && !token.isNegated;
        }),
      )
      .map(({ length }) => ({ measure, length })),
  );
  return fitting.toSorted((one, other) => other.length - one.length)[0];
}
