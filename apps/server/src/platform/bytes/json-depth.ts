import { Failure } from '@causeway/contract/errors.ts';

const DEEPEST_JSON = 64;

/** Looked at before it is parsed: what is deep can be read, but not be written again. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === 0x22) inString = !inString;
    else if (inString) index += character === 0x5c ? 1 : 0;
    else if (character === 0x7b || character === 0x5b) depth += 1;
    else if (character === 0x7d || character === 0x5d) depth -= 1;
    if (depth > DEEPEST_JSON) return true;
  }
  return false;
}

/** JSON of somebody else. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new Failure('E_MALFORMED', 'The JSON is nested too deeply.');
  return JSON.parse(text);
}
