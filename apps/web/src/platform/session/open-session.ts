import { isErrorBody } from '#platform/api/client.ts';
import { isSignedIn, loadSession, loseSession } from './session.ts';

/**
 * ready: signed in with user and projects loaded, or nobody is signed in.
 * unreachable: there is a token, but the server did not say whether it is good; the session is kept
 *   and tried again, because a server that restarts must not sign everybody out.
 */
export type OpenedSession = 'ready' | 'unreachable';

export async function openSession(): Promise<OpenedSession> {
  if (!isSignedIn()) return 'ready';
  try {
    await loadSession();
    return 'ready';
  } catch (error) {
    if (!isErrorBody(error) || error.code !== 'E_INVALID_API_TOKEN') return 'unreachable';
    loseSession();
    return 'ready';
  }
}
