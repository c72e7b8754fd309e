import { type Item, readSelect, splitList, unquoted, type Word, wordsOf } from './read-select.ts';

/** The column that tells what of a row is a total: 1 over the columns, 2 over the rows, 3 over all. */
export const TOTALS = 'causeway_totals';

/**
 * The same statement with the totals of its two groups, each counted by the database over its own
 * rows, so that averages, distinct counts and ratios are right too. Undefined where it groups by
 * anything else, leaves groups out, counts over other rows, which the totals would be among, or can't
 * be read word by word.
 */
export function withTotals(
  text: string,
  { row, column }: { row: string; column: string },
): string | undefined {
  const select = readSelect(text);
  const group = select?.placeOf('group');
  const from = select?.placeOf('from');
  if (!select || !group || !from || select.hasWindows) return undefined;
  const leavesOut = (['having', 'limit', 'offset', 'fetch'] as const).some((one) =>
    select.placeOf(one),
  );
  if (leavesOut) return undefined;
  const itemOf = (name: string) => {
    const found = select.items.filter((item) => item.name === name);
    return found.length === 1 ? found[0] : undefined;
  };
  const items = [itemOf(row), itemOf(column)];
  const groups = splitList(wordsOf(text.slice(group.from, group.to)));
  if (groups.length !== 2 || !items.every((item) => item && groups.some(isGroupOf(item)))) {
    return undefined;
  }
  const [down, across] = items.map((item) => item?.text);
  const list = text.slice(select.listEnd, group.from);
  const sets = `grouping sets ((${down}, ${across}), (${down}), (${across}), ())`;
  return `${text.slice(0, select.listEnd)}, grouping(${down}, ${across}) as ${TOTALS}${list} ${sets}\n${text.slice(group.to)}`;
}

/**
 * Whether a group is the column itself. By its key, two customers of one name are two groups, and
 * their totals by name would be one.
 */
function isGroupOf({ words, name, place }: Item) {
  const expression = written(words);
  const column = columnOf(words);
  return (group: readonly Word[]): boolean => {
    if (written(group) === expression) return true;
    const [only] = group;
    if (group.length === 1 && only?.kind === 'number') return Number(only.word) === place;
    const other = columnOf(group);
    if (other === undefined) return false;
    // Of `o.status` and `p.status` nobody knows; of `status` and one of them the database does.
    const isBare = group.length === 1 || words.length === 1;
    if (column === other && isBare) return true;
    // In a group a column of the tables goes before what the list calls so: `lower(name) as name`.
    const mentions = words.some((word) => unquoted(word) === other);
    return group.length === 1 && other === name && (column !== undefined || !mentions);
  };
}

function written(words: readonly Word[]): string {
  return words.map(({ word }) => word).join(' ');
}

/** The name behind its table and schema; undefined for anything that is no plain column. */
function columnOf(words: readonly Word[]): string | undefined {
  const isPlain = words.every(({ word, kind }, at) =>
    at % 2 === 1 ? word === '.' : kind === 'word' || kind === 'quoted',
  );
  const last = words.at(-1);
  return isPlain && last && words.length % 2 === 1 ? unquoted(last) : undefined;
}
