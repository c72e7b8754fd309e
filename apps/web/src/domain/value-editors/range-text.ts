export type RangeParts = {
  isEmpty: boolean;
  /** Undefined goes on for ever. */
  lower: string | undefined;
  upper: string | undefined;
  hasLower: boolean;
  hasUpper: boolean;
};

/** `[1,10)` taken apart; undefined for several ranges in one and what can not be read. */
export function findRangeParts(text: string): RangeParts | undefined {
  const body = text.trim();
  if (body.toLowerCase() === 'empty') {
    return { isEmpty: true, lower: undefined, upper: undefined, hasLower: true, hasUpper: false };
  }
  const [, open, inside, close] = /^([[(])(.*)([\])])$/s.exec(body) ?? [];
  if (open === undefined || inside === undefined || close === undefined) return undefined;
  const bounds = splitBounds(inside);
  if (!bounds) return undefined;
  const [lower, upper] = bounds;
  return { isEmpty: false, lower, upper, hasLower: open === '[', hasUpper: close === ']' };
}

export function rangeText({ isEmpty, lower, upper, hasLower, hasUpper }: RangeParts): string {
  if (isEmpty) return 'empty';
  // Without a bound there is nothing to include.
  const open = hasLower && lower !== undefined ? '[' : '(';
  const close = hasUpper && upper !== undefined ? ']' : ')';
  return `${open}${writeBound(lower)},${writeBound(upper)}${close}`;
}

function splitBounds(text: string): [string | undefined, string | undefined] | undefined {
  const parts: (string | undefined)[] = [];
  let value: string | undefined;
  let isQuoted = false;
  for (let place = 0; place < text.length; place += 1) {
    const sign = text[place] ?? '';
    if (sign === '"' && isQuoted && text[place + 1] === '"') {
      value = `${value ?? ''}"`;
      place += 1;
    } else if (sign === '"') {
      isQuoted = !isQuoted;
      value ??= '';
    } else if (sign === '\\') {
      place += 1;
      value = `${value ?? ''}${text[place] ?? ''}`;
    } else if (sign === ',' && !isQuoted) {
      parts.push(value);
      value = undefined;
    } else if (!isQuoted && /[[\](){}]/.test(sign)) {
      return undefined;
    } else {
      value = `${value ?? ''}${sign}`;
    }
  }
  parts.push(value);
  return parts.length === 2 ? [parts[0], parts[1]] : undefined;
}

function writeBound(bound: string | undefined): string {
  if (bound === undefined) return '';
  const isPlain = bound !== '' && !/[\s"\\,[\](){}]/.test(bound);
  return isPlain ? bound : `"${bound.replace(/["\\]/g, (sign) => `\\${sign}`)}"`;
}
