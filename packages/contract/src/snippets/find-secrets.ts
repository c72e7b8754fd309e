/**
 * Looks for what must not leave the house with a snippet. Secrets are refused; what may be meant,
 * such as an e-mail address, is a warning that somebody has to look at.
 */
export const secretKinds = [
  'private-key',
  'token',
  'connection-url',
  'password',
  'email',
  'private-address',
  'long-code',
] as const;
export type SecretKind = (typeof secretKinds)[number];
export type FoundSecret = { from: number; to: number; kind: SecretKind; isWarning: boolean };

const warnings = new Set<SecretKind>(['email', 'private-address', 'long-code']);

const patterns: [SecretKind, RegExp][] = [
  ['private-key', /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g],
  ['connection-url', /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/'"]*:[^\s@/'"]+@[^\s'"]+/gi],
  [
    'token',
    /\b(?:A(?:KIA|SIA)[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|glpat-[\w-]{20,}|xox[abeprs]-[\w-]{10,}|[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9]{16,}|AIza[\w-]{35}|ya29\.[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|npm_[A-Za-z0-9]{36}|sk-(?:ant-|proj-)?[\w-]{24,}|eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*)/g,
  ],
  ['token', /\bBearer\s+[\w.~+/-]{20,}=*/gi],
  [
    'password',
    /\b(?:password|passwd|passwort|kennwort|pwd|secret(?:_?key)?|access_?key|api_?key|auth_?token)\b["']?\s*(?:=>|:=|=|:|\bis\b)?\s*'(?!\s*')[^'\n]{4,}'/gi,
  ],
  ['password', /\b(?:password|passwd|pwd)\s*=\s*[^\s'";,)<>{}:]{6,}/gi],
  [
    'email',
    /\b[\w.+-]+@(?!(?:[\w-]+\.)*example\.|[\w.-]+\.(?:test|example|invalid)\b)[\w-]+(?:\.[\w-]+)+\b/gi,
  ],
  [
    'private-address',
    /\b(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}\b(?!\/)/g,
  ],
  ['long-code', /\b(?=[A-Za-z0-9_-]*\d)(?=[A-Za-z0-9_-]*[A-Za-z])[A-Za-z0-9_-]{32,}\b/g],
];

/** In the order of the text; what overlaps is told once, by its worst kind. */
export function findSecrets(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const [kind, pattern] of patterns) {
    for (const match of text.matchAll(pattern)) {
      const from = match.index;
      const to = from + match[0].length;
      if (kind === 'long-code' && !looksRandom(match[0])) continue;
      if (found.some((other) => from < other.to && other.from < to)) continue;
      found.push({ from, to, kind, isWarning: warnings.has(kind) });
    }
  }
  return found.toSorted((a, b) => a.from - b.from);
}

/** Names are made of words; keys are not. Shannon's measure, in bits a character. */
function looksRandom(text: string): boolean {
  // A uuid names a row, it opens nothing.
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)) return false;
  const counts = Map.groupBy(text, (character) => character);
  const bits = [...counts.values()].reduce((sum, { length }) => {
    const share = length / text.length;
    return sum - share * Math.log2(share);
  }, 0);
  const turns = text.match(/\d(?=\D)|\D(?=\d)/g)?.length ?? 0;
  return bits > 3.4 && turns >= 6;
}
