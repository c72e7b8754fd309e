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

/**
 * Every repetition has an end, unless what it takes is taken for good: texts are as long as their
 * authors make them, and are looked through once for each kind, not once for each place in them.
 */
const patterns: [SecretKind, RegExp, ((found: string) => string)?][] = [
  ['private-key', /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g],
  [
    'connection-url',
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/'"]{0,200}:[^\s@/'"]{1,500}@[^\s'"]{1,1000}/gi,
  ],
  [
    'token',
    /\b(?:cwk_[0-9A-Za-z]{49}\b|A(?:KIA|SIA)[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{30,255}|glpat-[\w-]{20,255}|xox[abeprs]-[\w-]{10,255}|[sr]k_(?:live|test)_[A-Za-z0-9]{16,255}|whsec_[A-Za-z0-9]{16,255}|AIza[\w-]{35}|ya29\.[\w-]{20,1000}|SG\.[\w-]{16,100}\.[\w-]{16,100}|npm_[A-Za-z0-9]{36}|sk-(?:ant-|proj-)?[\w-]{24,255}|eyJ[\w-]{8,500}\.eyJ[\w-]{8,4000}\.[\w-]{0,1000})/g,
  ],
  ['token', /\bBearer\s{1,10}[\w.~+/-]{20,4000}={0,3}/gi],
  [
    'password',
    /\b(?:password|passwd|passwort|kennwort|pwd|secret(?:_?key)?|access_?key|api_?key|auth_?token)\b["']?\s{0,10}(?:=>|:=|=|:|\bis\b)?\s{0,10}'(?!\s{0,10}')[^'\n]{4,500}'/gi,
  ],
  ['password', /\b(?:password|passwd|pwd)\s{0,10}=\s{0,10}[^\s'";,)<>{}:]{6,500}/gi],
  ['email', /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}\b/gi, unlessFictional],
  [
    'private-address',
    /\b(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}\b(?!\/)/g,
  ],
  ['long-code', /[A-Za-z0-9][A-Za-z0-9_-]{31,}/g, unlessNamed],
];

/** In the order of the text; what overlaps is told once, by its worst kind. */
export function findSecrets(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  const isTaken = new Uint8Array(text.length);
  for (const [kind, pattern, check] of patterns) {
    for (const match of text.matchAll(pattern)) {
      const from = match.index;
      if (isTaken[from] === 1) continue;
      const secret = check ? check(match[0]) : match[0];
      if (secret === '') continue;
      const to = kind === 'private-key' ? endOfKey(text, from) : from + secret.length;
      if (isTaken.subarray(from, to).includes(1)) continue;
      isTaken.fill(1, from, to);
      found.push({ from, to, kind, isWarning: warnings.has(kind) });
    }
  }
  return found.toSorted((a, b) => a.from - b.from);
}

/** Up to the line that ends it, else to the end of the text. */
function endOfKey(text: string, from: number): number {
  const end = /-----END [A-Z ]{0,40}PRIVATE KEY-----/g;
  end.lastIndex = from;
  return end.exec(text) ? end.lastIndex : text.length;
}

const fictional = new Set(['test', 'example', 'invalid']);

/** Addresses of the names that are nobody's, such as example.com. */
function unlessFictional(address: string): string {
  const labels = address
    .slice(address.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  const isNobodys = fictional.has(labels.at(-1) ?? '') || labels.slice(0, -1).includes('example');
  return isNobodys ? '' : address;
}

/** A run of letters and digits that is no name. */
function unlessNamed(run: string): string {
  const code = run.replace(/-{1,100}$/, '');
  const isMixed = /\d/.test(code) && /[A-Za-z]/.test(code);
  return code.length >= 32 && isMixed && looksRandom(code) ? code : '';
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
