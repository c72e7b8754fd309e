import { quoted } from '@causeway/contract/sql/quoted.ts';
import type { TableName } from '@causeway/contract/tables/names.ts';
import { nameOf } from './sql-names.ts';

/** The type as it was typed, and the one it is without its limit: what it cuts or rounds shows there. */
export type Shorter = { type: string; unlimited: string };

/**
 * Where a column may lose something to the length, the scale or the precision of its new type. A value
 * that is converted on purpose is cut to it without a word.
 */
export function findShorter(before: string, after: string): Shorter | undefined {
  const [from, to] = [readType(before), readType(after)];
  if (!to || to.limit === undefined) return undefined;
  if (from?.unlimited === to.unlimited && from.limit !== undefined) {
    const fits = to.isExact ? from.limit === to.limit : from.limit <= to.limit;
    if (fits) return undefined;
  }
  return { type: after.trim(), unlimited: to.unlimited };
}

const EXAMPLES = 3;

/** How many values would lose something, and some of them. */
export function lostValues(table: TableName, column: string, { type, unlimited }: Shorter): string {
  const name = quoted(column);
  return `select (count(*) over ())::text, left(${name}::text, 60)
from ${nameOf(table)}
where ${name}::${type} is distinct from ${name}::${unlimited}
limit ${EXAMPLES}`;
}

const TYPE =
  /^(varchar|character varying|char|character|bpchar|numeric|decimal|dec|timestamptz|timestamp|timetz|time|interval|varbit|bit varying|bit)(?:\((\d+)(?:,(-?\d+))?\))?( ?with(?:out)? time zone)?(\[[[\]\d]*)?$/;

/** Without its limit, `char` and `bit` are of length one; these are of any. */
const unlimitedNames: Record<string, string> = {
  'character varying': 'varchar',
  char: 'bpchar',
  character: 'bpchar',
  decimal: 'numeric',
  dec: 'numeric',
  'bit varying': 'varbit',
  bit: 'varbit',
};

type Limited = {
  unlimited: string;
  /** Of a number the digits behind its point: one that is too large is refused anyway. */
  limit: number | undefined;
  /** A value of another length than this does not fit, be it shorter. */
  isExact: boolean;
};

function readType(text: string): Limited | undefined {
  const found = TYPE.exec(withoutSpaces(text));
  if (!found) return undefined;
  const [, name = '', length, scale = '0', zoned, list = ''] = found;
  const base = unlimitedNames[name] ?? name;
  const usual = /^(char|character|bit)$/.test(name) ? 1 : undefined;
  const size = length === undefined ? usual : Number(base === 'numeric' ? scale : length);
  const zone = zoned?.includes('with ') ? ' with time zone' : '';
  return {
    unlimited: `${base}${zone}${list}`,
    limit: size,
    isExact: name === 'bit',
  };
}

/** But for those between words. */
function withoutSpaces(type: string): string {
  const spaced = type.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  return spaced.replaceAll(/ ?([(),[\]]) ?/g, '$1');
}
