export type JsonText = { isValid: true; value: unknown } | { isValid: false; problem: string };

/** Text that means to be JSON: an object or an array, whether or not it is complete. */
export function isJsonLike(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

export function isValidJson(text: string): boolean {
  return readJsonText(text).isValid;
}

/** For showing only: invalid text reads as an empty object. What saves uses `readJsonText`. */
export function parseJsonText(text: string): unknown {
  const read = readJsonText(text);
  return read.isValid ? read.value : {};
}

/** Deeper than anything people write: parsing it would take more than its length. */
const DEEPEST = 2_000;

/** Looked at before it is parsed. */
export function isDeeperThan(most: number, text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === 0x22) inString = !inString;
    else if (inString) index += character === 0x5c ? 1 : 0;
    else if (character === 0x7b || character === 0x5b) depth += 1;
    else if (character === 0x7d || character === 0x5d) depth -= 1;
    if (depth > most) return true;
  }
  return false;
}

/** Tells an invalid text from one that holds `{}`, so that the fallback never overwrites a file. */
export function readJsonText(text: string): JsonText {
  if (isDeeperThan(DEEPEST, text)) {
    return { isValid: false, problem: `It is nested more than ${DEEPEST} deep.` };
  }
  try {
    return { isValid: true, value: JSON.parse(text) };
  } catch (error) {
    return { isValid: false, problem: error instanceof Error ? error.message : String(error) };
  }
}
