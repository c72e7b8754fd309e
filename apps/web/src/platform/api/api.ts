import { readToken } from '#platform/session/token-cookie.ts';
import { noteWrite } from '#platform/tap-guard.ts';
import { createClient } from './client.ts';

type FailureListener = (error: unknown) => void;
const failureListeners = new Set<FailureListener>();
const deadSessionListeners = new Set<() => void>();

/** The client every feature calls through. */
export const api = createClient({
  getToken: readToken,
  getLanguage: () => document.documentElement.lang,
  onWrite: noteWrite,
  onDeadSession: () => {
    for (const listener of deadSessionListeners) listener();
  },
  onFailure: (error) => {
    for (const listener of failureListeners) listener(error);
  },
});

export function onApiFailure(listener: FailureListener): () => void {
  failureListeners.add(listener);
  return () => failureListeners.delete(listener);
}

export function onDeadSession(listener: () => void): () => void {
  deadSessionListeners.add(listener);
  return () => deadSessionListeners.delete(listener);
}
