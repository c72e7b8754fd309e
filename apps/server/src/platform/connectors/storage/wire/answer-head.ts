/** What stands in front of an answer's body. */
export type AnswerHead = {
  status: number;
  headers: Record<string, string>;
  /** Bytes of the body. */
  length: number;
  /** Whether the line can be used again after it. */
  staysOpen: boolean;
};

const END = '\r\n\r\n';
const MOST_BYTES = 64 * 1024;

/**
 * The head at the beginning of these bytes and where its body begins. `more` while it is not whole
 * yet; `unusual` for whatever is not one plain body of a known length: chunks, interim answers, two
 * lengths, folded headers. Reading those is left to those who can.
 */
export function readAnswerHead(
  bytes: Buffer,
): { head: AnswerHead; bodyAt: number } | 'more' | 'unusual' {
  const end = bytes.indexOf(END);
  if (end === -1) return bytes.length < MOST_BYTES ? 'more' : 'unusual';
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [, version, status] = /^HTTP\/1\.([01]) ([2-5]\d\d)(?: |$)/.exec(first) ?? [];
  const headers = readHeaders(lines);
  if (status === undefined || !headers) return 'unusual';
  const length = headers['content-length'] ?? '';
  const hasBody = status !== '204' && status !== '304';
  if (!hasBody || !/^\d{1,15}$/.test(length) || 'transfer-encoding' in headers) return 'unusual';
  const staysOpen = version === '1' && !/\bclose\b/i.test(headers.connection ?? '');
  return {
    head: { status: Number(status), headers, length: Number(length), staysOpen },
    bodyAt: end + END.length,
  };
}

function readHeaders(lines: string[]): Record<string, string> | undefined {
  const headers = Object.create(null) as Record<string, string>;
  for (const line of lines) {
    const colon = line.indexOf(':');
    const key = line.slice(0, Math.max(0, colon)).toLowerCase();
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(key)) return undefined;
    const value = line.slice(colon + 1).trim();
    // Joined as the standard says; two lengths become one that is no number.
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return headers;
}
