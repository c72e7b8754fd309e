/**
 * Messages of Postgres' extended protocol as bytes, for statements that every request sends: what they
 * consist of is put together once and leaves in one piece.
 */
export const SYNC = message('S', '');
export const FLUSH = message('H', '');
export const EXECUTE_ALL = executeMessage(0);
/** Asks what columns the answer will have. */
export const DESCRIBE_PORTAL = message('D', 'P\0');

export function parseMessage(name: string, text: string): Buffer {
  return message('P', `${name}\0${text}\0\0\0`);
}

/** At most so many rows come; 0 means all. */
export function executeMessage(rows: number): Buffer {
  const made = message('E', '\0\0\0\0\0');
  made.writeUInt32BE(rows, made.length - 4);
  return made;
}

/** Values go and come as the text Postgres reads and prints. */
export function bindMessage(statement: string, values: readonly (string | null)[]): Buffer {
  const nameLength = Buffer.byteLength(statement);
  const lengths: number[] = [];
  let size = 4 + 1 + nameLength + 1 + 2 + 2 + 2;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    const length = value == null ? -1 : Buffer.byteLength(value);
    lengths.push(length);
    size += 4 + Math.max(length, 0);
  }
  const made = Buffer.allocUnsafe(1 + size);
  made[0] = 0x42;
  let at = made.writeUInt32BE(size, 1);
  made[at++] = 0;
  at += made.write(statement, at);
  made[at++] = 0;
  at = made.writeUInt16BE(0, at);
  at = made.writeUInt16BE(values.length, at);
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    at = made.writeInt32BE(lengths[index] ?? -1, at);
    if (value != null) at += made.write(value, at);
  }
  made.writeUInt16BE(0, at);
  return made;
}

function message(kind: string, content: string): Buffer {
  const made = Buffer.allocUnsafe(5 + Buffer.byteLength(content));
  made.write(kind);
  made.writeUInt32BE(made.length - 1, 1);
  made.write(content, 5);
  return made;
}
