import { parseWithAllDigits } from '@causeway/contract/all-digits.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { isDeeperThan } from '@causeway/contract/json-text.ts';

const DEEPEST_JSON = 64;

/** What is deep can be read, but not be written again. */
export function isTooDeep(text: string): boolean {
  return isDeeperThan(DEEPEST_JSON, text);
}

/** JSON of somebody else: a number that would lose digits, as the id of a row may, is a text. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new Failure('E_MALFORMED', 'The JSON is nested too deeply.');
  return parseWithAllDigits(text);
}
