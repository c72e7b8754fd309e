/** A way into a JSON value, as people write it: `address.city`, `tags[0]`, `"odd name".x`. */
export type JsonPath = (string | number)[];

const PART = /\[(\d+)\]|"((?:[^"\\]|\\.)*)"|([^.["\]]+)/y;

/** Undefined when it can not be read. */
export function parsePath(text: string): JsonPath | undefined {
  const path: JsonPath = [];
  let rest = text.trim().replace(/^\$\.?/, '');
  while (rest !== '') {
    PART.lastIndex = 0;
    const part = PART.exec(rest);
    if (!part) return undefined;
    const [whole, number, quoted, plain] = part;
    if (number !== undefined) path.push(Number(number));
    else path.push(quoted === undefined ? (plain ?? '').trim() : unquote(quoted));
    rest = rest.slice(whole.length);
    if (rest.startsWith('.')) {
      rest = rest.slice(1);
      if (rest === '') return undefined;
    } else if (rest !== '' && !rest.startsWith('[')) return undefined;
  }
  return path;
}

export function writePath(path: JsonPath): string {
  return path
    .map((part, place) => {
      if (typeof part === 'number') return `[${part}]`;
      const name = /^[^.["\]\s]+$/.test(part) ? part : `"${part.replace(/["\\]/g, '\\$&')}"`;
      return place === 0 ? name : `.${name}`;
    })
    .join('');
}

function unquote(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}
