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

/** Tells an invalid text from one that holds `{}`, so that the fallback never overwrites a file. */
export function readJsonText(text: string): JsonText {
  try {
    return { isValid: true, value: JSON.parse(text) };
  } catch (error) {
    return { isValid: false, problem: error instanceof Error ? error.message : String(error) };
  }
}
