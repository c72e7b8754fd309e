/** An element of a list; null is SQL's. */
export type ArrayItem = string | null;

/**
 * The elements of `{a,"b c",NULL}`. Undefined where there are lists in the list, or bounds in front:
 * those are edited as the text they are.
 */
export function findArrayItems(text: string): ArrayItem[] | undefined {
  const body = text.trim();
  if (!body.startsWith('{') || !body.endsWith('}')) return undefined;
  if (/^\{\s*\}$/.test(body)) return [];
  const items: ArrayItem[] = [];
  let place = 1;
  for (;;) {
    const item = readItem(body, place);
    if (!item) return undefined;
    items.push(item.value);
    const sign = body[item.end];
    if (sign === '}') return item.end === body.length - 1 ? items : undefined;
    if (sign !== ',') return undefined;
    place = item.end + 1;
  }
}

/** Quotes whatever Postgres would read differently without them. */
export function arrayText(items: readonly ArrayItem[]): string {
  return `{${items.map(writeItem).join(',')}}`;
}

function readItem(text: string, start: number): { value: ArrayItem; end: number } | undefined {
  let place = start;
  while (text[place] === ' ') place += 1;
  if (text[place] === '"') return readQuoted(text, place + 1);
  let value = '';
  while (place < text.length && text[place] !== ',' && text[place] !== '}') {
    if (text[place] === '{' || text[place] === '"') return undefined;
    if (text[place] === '\\') place += 1;
    value += text[place] ?? '';
    place += 1;
  }
  // A space that does not break is a letter to Postgres, as it is in any text.
  let end = value.length;
  while (end > 0 && ' \t\n\r\v\f'.includes(value[end - 1] ?? '')) end -= 1;
  const bare = value.slice(0, end);
  if (bare === '' || place >= text.length) return undefined;
  return { value: bare.toUpperCase() === 'NULL' ? null : bare, end: place };
}

function readQuoted(text: string, start: number): { value: string; end: number } | undefined {
  let value = '';
  for (let place = start; place < text.length; place += 1) {
    const sign = text[place];
    if (sign === '"') return { value, end: endOfSpace(text, place + 1) };
    if (sign === '\\') place += 1;
    value += text[place] ?? '';
  }
  return undefined;
}

function endOfSpace(text: string, start: number): number {
  let place = start;
  while (text[place] === ' ') place += 1;
  return place;
}

function writeItem(item: ArrayItem): string {
  if (item === null) return 'NULL';
  const isPlain = item !== '' && item.toUpperCase() !== 'NULL' && !/[\s{}",\\]/.test(item);
  return isPlain ? item : `"${item.replace(/["\\]/g, (sign) => `\\${sign}`)}"`;
}
