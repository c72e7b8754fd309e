import type { TableDetails } from '@causeway/contract/tables/details.ts';

const LIST = /^CHECK \(+("(?:[^"]|"")+"|[a-z_][\w$]*)\)*(?:::[\w ]+)? = ANY \(+ARRAY\[(.*)\]/s;

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
    const values = textsOf(list);
    if (unquoted(name) === column && values.length > 0) return values;
  }
  return undefined;
}

/** A quote in a text is written twice: what begins where the last one ended goes on with it. */
function textsOf(list: string): string[] {
  const texts: string[] = [];
  let end = -1;
  for (const { 0: whole, 1: text = '', index } of list.matchAll(/'([^']*)'/g)) {
    if (index === end) texts.push(`${texts.pop()}'${text}`);
    else texts.push(text);
    end = index + whole.length;
  }
  return texts;
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}
