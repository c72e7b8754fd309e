/** bytea as Postgres prints it, `\x48656c6c6f`; undefined while it is not whole bytes in hex. */
export function findBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  const digits = text.trim().replace(/^\\x/i, '').replace(/\s+/g, '');
  if (digits.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(digits)) return undefined;
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16);
  }
  return bytes;
}

export function bytesText(bytes: Uint8Array): string {
  let digits = '';
  for (const byte of bytes) digits += byte.toString(16).padStart(2, '0');
  return `\\x${digits}`;
}

const LINE = 16;

/** The classic three columns: place, hex, and what of it can be printed. */
export function hexDump(bytes: Uint8Array, mostLines: number): string {
  const lines: string[] = [];
  for (let from = 0; from < bytes.length && lines.length < mostLines; from += LINE) {
    const part = [...bytes.subarray(from, from + LINE)];
    const place = from.toString(16).padStart(6, '0');
    const hex = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·'));
    lines.push(`${place}  ${hex.padEnd(LINE * 3 - 1)}  ${text.join('')}`);
  }
  return lines.join('\n');
}
