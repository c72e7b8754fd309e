import type { Catalog } from './catalog.ts';
import { distance } from './words.ts';

const MOST_NAMES = 3;

/** The name an error is about: `column c.emial does not exist`, `relation "order" does not exist`. */
const missing =
  /(column|relation) "?(?:[\w$]{1,63}\.)?([\w$]{1,63})"? (?:of relation "[^"]{1,63}" )?does not exist/i;

/** What is there and called nearly so; nothing where nothing is. */
export function nearestNames({ tables }: Catalog, error: string): string[] {
  const [, kind, name = ''] = missing.exec(error) ?? [];
  if (kind === undefined) return [];
  const wanted = name.toLowerCase();
  const most = wanted.length > 8 ? 3 : 2;
  const names =
    kind.toLowerCase() === 'relation'
      ? tables.map((table) => ({ called: table.name, shown: table.name }))
      : tables.flatMap((table) =>
          table.columns.map((column) => ({
            called: column.name,
            shown: `${table.name}.${column.name}`,
          })),
        );
  return names
    .map(({ called, shown }) => ({ shown, far: distance(wanted, called.toLowerCase(), most) }))
    .filter(({ far }) => far <= most)
    .toSorted((one, other) => one.far - other.far)
    .slice(0, MOST_NAMES)
    .map(({ shown }) => shown);
}
