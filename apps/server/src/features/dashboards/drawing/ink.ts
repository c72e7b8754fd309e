/** Paper, pictures and mails are white, whatever theme somebody reads on a screen. */
export const INK = '#1f2933';
export const QUIET = '#52606d';
export const LINE = '#dfe4ea';
export const TRACK = '#e4e9ee';
export const TONES = { good: '#15803d', warn: '#b45309', bad: '#b91c1c' } as const;
export const ACCENT = '#0f766e';
