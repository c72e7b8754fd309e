import { TOKEN_COOKIE, TOKEN_COOKIE_MAX_AGE } from '@causeway/contract/auth/auth.ts';

/**
 * The token lives in a cookie on the parent domain, so that app., dev. and the bare domain share one
 * session. It travels to the server as a bearer header only.
 */
export function readToken(): string | undefined {
  const prefix = `${TOKEN_COOKIE}=`;
  const cookie = document.cookie.split('; ').find((part) => part.startsWith(prefix));
  return cookie ? decodeURIComponent(cookie.slice(prefix.length)) || undefined : undefined;
}

export function writeToken(token: string): void {
  clearToken();
  document.cookie = tokenCookie(token, TOKEN_COOKIE_MAX_AGE, parentDomain(location.hostname));
  // Browsers refuse a domain that is a public suffix (co.uk) or plain localhost's parent.
  if (readToken() !== token) document.cookie = tokenCookie(token, TOKEN_COOKIE_MAX_AGE);
}

export function clearToken(): void {
  document.cookie = tokenCookie('', 0);
  document.cookie = tokenCookie('', 0, parentDomain(location.hostname));
}

/** `app.causeway.example` → `causeway.example`; a bare domain is its own; none for localhost or an IP. */
export function parentDomain(hostname: string): string | undefined {
  const labels = hostname.split('.');
  const isAddress = hostname.includes(':') || /^[\d.]+$/.test(hostname);
  if (isAddress || labels.length < 2) return undefined;
  return labels.length === 2 ? hostname : labels.slice(1).join('.');
}

export function tokenCookie(token: string, maxAge: number, domain?: string): string {
  const parts = [
    `${TOKEN_COOKIE}=${encodeURIComponent(token)}`,
    'Path=/',
    `Max-Age=${maxAge}`,
    'SameSite=Lax',
  ];
  if (domain) parts.push(`Domain=${domain}`);
  if (location.protocol === 'https:') parts.push('Secure');
  return parts.join('; ');
}
