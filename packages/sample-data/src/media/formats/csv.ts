type Value = string | number | null;

/** Rows as comma separated values, or the way another program would write them. */
export function writeCsv(
  rows: Iterable<readonly Value[]>,
  dialect: { separator?: string; lineEnd?: string; byteOrderMark?: boolean } = {},
): Buffer {
  const { separator = ',', lineEnd = '\n', byteOrderMark = false } = dialect;
  const unsafe = new RegExp(`["\r\n${separator}]`);
  const quote = (value: Value) => {
    const text = String(value ?? '');
    return unsafe.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = Iterator.from(rows).map((row) => row.map(quote).join(separator) + lineEnd);
  return Buffer.from((byteOrderMark ? '\uFEFF' : '') + [...lines].join(''));
}
