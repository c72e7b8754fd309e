// How values travel into the catalog's columns and back.

/** The columns of an object or version that hold JSON. */
export const OBJECT_JSON = ['headers', 'checksum', 'content', 'parts', 'tags'];

export function encode(value: object | undefined): string | null {
  return value ? JSON.stringify(value) : null;
}

/** A row with its JSON columns parsed and its keys as buffers; the shape is the table's. */
export function decode<T>(row: Record<string, unknown> | undefined, json: string[]): T | undefined {
  if (!row) return undefined;
  const decoded: Record<string, unknown> = { ...row };
  for (const name of json) {
    decoded[name] = row[name] === null ? undefined : JSON.parse(String(row[name]));
  }
  if (row['key'] instanceof Uint8Array) decoded['key'] = toBuffer(row['key']);
  return decoded as T;
}

/** The same bytes as a Buffer, not copied. */
export function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
