import type { SeenColumn } from '../catalog/picture.ts';
import type { PlainFigures, TextFigures } from './figures.ts';
import type { Counted, Pass } from './pass.ts';
import type { Source } from './source.ts';

/** Everything one look at a table brought. */
export type Looked = {
  source: Source;
  pass: Pass;
  texts: Map<number, TextFigures>;
  plains: Map<number, PlainFigures>;
  /** Columns whose values look like people's, with what they look like. */
  personal: Map<number, string>;
};

/** A column with what was counted of it. */
export function eachColumn({ source, pass }: Looked): { column: SeenColumn; counted: Counted }[] {
  return source.columns.flatMap((column) => {
    const counted = pass.byColumn.get(column.number);
    return counted ? [{ column, counted }] : [];
  });
}

const MANY = 1_000;

/**
 * A condition that holds for nearly all rows and breaks for three or more is a rule nobody wrote. At
 * all rows there is nothing to say, and below that it is no rule.
 */
export function isNearRule(broken: number, of: number): boolean {
  return broken >= 3 && (of - broken) / of >= (of >= MANY ? 0.99 : 0.97);
}
