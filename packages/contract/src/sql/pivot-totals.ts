import { readSelect } from './read-select.ts';

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
  const expressionOf = (name: string) => {
    const found = select.items.filter((item) => item.name === name);
    return found.length === 1 ? found[0]?.text : undefined;
  };
  const [down, across] = [expressionOf(row), expressionOf(column)];
  if (down === undefined || across === undefined || !isOfTwo(text.slice(group.from, group.to))) {
    return undefined;
  }
  const list = text.slice(select.listEnd, group.from);
  const sets = `grouping sets ((${down}, ${across}), (${down}), (${across}), ())`;
  return `${text.slice(0, select.listEnd)}, grouping(${down}, ${across}) as ${TOTALS}${list} ${sets}\n${text.slice(group.to)}`;
}

/** `1, 2` or two names: commas inside brackets part nothing. */
function isOfTwo(group: string): boolean {
  let depth = 0;
  let parts = 1;
  for (const sign of group) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) parts += 1;
  }
  return parts === 2;
}
