export type JsonProblem = { line: number; column: number };

/**
 * Where a text stops being JSON; undefined when all of it is. Written by hand because what browsers
 * say about it differs, and a text that is parsed loses digits of long numbers and equal keys.
 */
export function findJsonProblem(text: string): JsonProblem | undefined {
  const end = endOfValue(text, skipSpace(text, 0));
  const place = end.isValid ? skipSpace(text, end.place) : end.place;
  if (end.isValid && place === text.length) return undefined;
  const before = text.slice(0, place);
  const lines = before.split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

type End = { isValid: boolean; place: number };

const LITERAL = /true|false|null/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// Control characters have to be written as escapes in JSON.
// oxlint-disable-next-line no-control-regex
const STRING_START = /"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
const STRING = new RegExp(`${STRING_START.source}"`, 'y');

/** Depth is kept in a list, so that a deep text does not exhaust the stack. */
function endOfValue(text: string, start: number): End {
  const open: string[] = [];
  let place = start;
  let wants: 'value' | 'key' | 'firstValue' | 'firstKey' | 'next' = 'value';
  for (;;) {
    place = skipSpace(text, place);
    const sign = text[place];
    if (wants === 'next') {
      const inside = open.at(-1);
      if (inside === undefined) return { isValid: true, place };
      if (sign === ',') wants = inside === '{' ? 'key' : 'value';
      else if (sign === (inside === '{' ? '}' : ']')) open.pop();
      else return { isValid: false, place };
      place += 1;
    } else if ((wants === 'firstKey' && sign === '}') || (wants === 'firstValue' && sign === ']')) {
      open.pop();
      place += 1;
      wants = 'next';
    } else if (wants === 'key' || wants === 'firstKey') {
      const end = endOf(STRING, text, place);
      if (end === undefined) return { isValid: false, place: brokenAt(text, place) };
      const colon = skipSpace(text, end);
      if (text[colon] !== ':') return { isValid: false, place: colon };
      place = colon + 1;
      wants = 'value';
    } else if (sign === '{' || sign === '[') {
      open.push(sign);
      place += 1;
      wants = sign === '{' ? 'firstKey' : 'firstValue';
    } else {
      const end =
        endOf(STRING, text, place) ?? endOf(LITERAL, text, place) ?? endOf(NUMBER, text, place);
      if (end === undefined) return { isValid: false, place: brokenAt(text, place) };
      place = end;
      wants = 'next';
    }
  }
}

function endOf(pattern: RegExp, text: string, place: number): number | undefined {
  pattern.lastIndex = place;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** A text that is not closed goes wrong where it breaks off, not where it starts. */
function brokenAt(text: string, place: number): number {
  return endOf(STRING_START, text, place) ?? place;
}

function skipSpace(text: string, start: number): number {
  let place = start;
  while (/[ \t\r\n]/.test(text[place] ?? '')) place += 1;
  return place;
}
