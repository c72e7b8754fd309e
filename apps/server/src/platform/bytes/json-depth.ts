import { Failure } from '@causeway/contract/errors.ts';
import { isDeeperThan } from '@causeway/contract/json-text.ts';

const DEEPEST_JSON = 64;

/** What is deep can be read, but not be written again. */
export function isTooDeep(text: string): boolean {
  return isDeeperThan(DEEPEST_JSON, text);
}

/** JSON of somebody else. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new Failure('E_MALFORMED', 'The JSON is nested too deeply.');
  return JSON.parse(text);
}
