/** What boot.js asked for before this program was there. */
type Early = { token: string; answers: Map<string, Promise<Response>> };

const early = (globalThis as { causewayEarly?: Early }).causewayEarly;

/** Later than this after the page began, an answer could be older than what it is wanted for. */
const FRESH_MS = 10_000;

/** The answer to a read that is already on its way; each is taken once. */
export function takeEarly(url: string, token: string | undefined): Promise<Response> | undefined {
  if (!early || early.token !== token || performance.now() > FRESH_MS) return undefined;
  const answer = early.answers.get(url);
  early.answers.delete(url);
  return answer;
}

/**
 * What was read before a write says nothing after it. Who opens a table notes which project that is in:
 * what people change about themselves changes no rows.
 */
export function forgetEarly(path?: string): void {
  for (const url of early?.answers.keys() ?? []) {
    if (path !== '/user' || !url.startsWith('/api/tables/')) early?.answers.delete(url);
  }
}
