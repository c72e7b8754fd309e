/**
 * Lists as Postgres takes them without reading text: in its own binary form, which the driver hands on
 * as it is. A batch of runs is mostly JSON, and within a list that is text each of its quotation marks
 * is escaped here and read again there, which took longer than writing the rows.
 */
const HEAD = 20;
const types = { boolean: 16, integer: 23, text: 25, json: 114, uuid: 2_950 };

export function textArray(texts: readonly (string | null | undefined)[]): Buffer {
  return ofTexts(types.text, texts);
}

/** What is already written as JSON. */
export function jsonArray(texts: readonly (string | null | undefined)[]): Buffer {
  return ofTexts(types.json, texts);
}

export function integerArray(numbers: readonly number[]): Buffer {
  const bytes = open(types.integer, numbers.length, numbers.length * 8);
  let at = HEAD;
  for (const number of numbers) {
    at = bytes.writeInt32BE(number, bytes.writeInt32BE(4, at));
  }
  return bytes;
}

export function booleanArray(flags: readonly boolean[]): Buffer {
  const bytes = open(types.boolean, flags.length, flags.length * 5);
  let at = HEAD;
  for (const flag of flags) {
    at = bytes.writeUInt8(flag ? 1 : 0, bytes.writeInt32BE(1, at));
  }
  return bytes;
}

export function uuidArray(ids: readonly (string | null)[]): Buffer {
  const known = ids.reduce((count, id) => count + (id === null ? 0 : 1), 0);
  const bytes = open(types.uuid, ids.length, ids.length * 4 + known * 16);
  let at = HEAD;
  for (const id of ids) {
    at = bytes.writeInt32BE(id === null ? -1 : 16, at);
    if (id !== null) at = writeUuid(bytes, id, at);
  }
  return bytes;
}

/** Two digits a byte, past the hyphens: shorter than taking them out and handing it to the system. */
function writeUuid(bytes: Buffer, id: string, from: number): number {
  let at = from;
  for (let digit = 0; digit < 36; digit += 2) {
    if (digit === 8 || digit === 13 || digit === 18 || digit === 23) digit += 1;
    bytes[at] = (valueOf(id.charCodeAt(digit)) << 4) | valueOf(id.charCodeAt(digit + 1));
    at += 1;
  }
  return at;
}

/** `0`…`9`, `a`…`f` and `A`…`F`. */
function valueOf(code: number): number {
  return code < 58 ? code - 48 : (code | 32) - 87;
}

function ofTexts(type: number, texts: readonly (string | null | undefined)[]): Buffer {
  let size = 0;
  for (const text of texts) size += 4 + (text ? Buffer.byteLength(text) : 0);
  const bytes = open(type, texts.length, size);
  let at = HEAD;
  for (const text of texts) {
    const length = typeof text === 'string' ? bytes.write(text, at + 4) : -1;
    bytes.writeInt32BE(length, at);
    at += 4 + Math.max(0, length);
  }
  return bytes;
}

/** One dimension that counts from 1, perhaps with nulls. */
function open(type: number, length: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD + size);
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(1, 4);
  bytes.writeInt32BE(type, 8);
  bytes.writeInt32BE(length, 12);
  bytes.writeInt32BE(1, 16);
  return bytes;
}
