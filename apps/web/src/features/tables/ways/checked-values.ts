import type { TableDetails } from '@causeway/contract/tables/details.ts';

const LIST = /^CHECK \(+("(?:[^"]|"")+"|[a-z_][\w$]*)\)*(?:::[\w ]+)? = ANY \(+ARRAY\[(.*)\]/s;
const TEXT = /'((?:[^']|'')*)'/g;

/**
 * The values a check allows in a column, in the order it names them, as Postgres writes out
 * `check (state in ('open', 'done'))`. Undefined where no check lists them.
 */
export function findCheckedValues(
  checks: TableDetails['checks'],
  column: string,
): string[] | undefined {
  for (const { definition } of checks) {
    const [, name = '', list = ''] = LIST.exec(definition) ?? [];
    const values = [...list.matchAll(TEXT)].map(([, text = '']) => text.replaceAll("''", "'"));
    if (unquoted(name) === column && values.length > 0) return values;
  }
  return undefined;
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}
