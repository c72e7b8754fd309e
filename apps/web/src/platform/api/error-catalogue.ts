/**
 * What the product does about an error before anybody looks at it (SPEC §8).
 * - not-found: the row behind the page is gone, show /error/404
 * - dead-session: reset the session and go to /guest/login
 * - alert: "Something went wrong", because the text is a database's and helps nobody
 * - log: known noise of browsers and extensions, only logged
 * - rethrow: an unhandled rejection that must not be swallowed
 * - show: everything else; whoever made the call shows it where it happened
 */
export type ErrorTreatment = 'not-found' | 'dead-session' | 'alert' | 'log' | 'rethrow' | 'show';

const NOISE = [
  /(null|undefined).*(property|properties)|(property|properties).*(null|undefined)/i,
  /(null|undefined) is not an object|is (null|undefined)$/i,
  /failed to execute '(insertBefore|removeChild|replaceChild)' on 'node'/i,
  /node (to be removed|before which).*not a child/i,
  /message port closed/i,
];

export function treatmentOf(error: unknown): ErrorTreatment {
  const code = codeOf(error);
  const message = messageOf(error);
  // A code is certain, a text only a hint.
  if (code === 'E_ROW_NOT_FOUND') return 'not-found';
  if (code === 'E_INVALID_API_TOKEN') return 'dead-session';
  if (/invalid input syntax/i.test(message) || /^insert into/i.test(message)) return 'alert';
  if (NOISE.some((pattern) => pattern.test(message))) return 'log';
  return 'show';
}

/** The same, for what nobody caught: `Critical` is loud on purpose. */
export function unhandledTreatmentOf(error: unknown): ErrorTreatment {
  return messageOf(error).includes('Critical') ? 'rethrow' : treatmentOf(error);
}

export function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (typeof error === 'object' && error !== null && 'message' in error) {
    return String(error.message);
  }
  return '';
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
