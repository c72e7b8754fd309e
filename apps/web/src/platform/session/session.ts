import { authRoutes } from '@causeway/contract/auth/auth.ts';
import type { RouteInput } from '@causeway/contract/route.ts';
import { signInRoutes } from '@causeway/contract/auth/sign-in.ts';
import type { CurrentUser } from '@causeway/contract/users.ts';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { projectsQuery } from '#platform/current-project/projects-query.ts';
import { startInLanguage } from '#platform/i18n/language-follower.tsx';
import { takeGuestLanguage } from '#platform/settings/choose-language.ts';
import { onTabMessage, tellOtherTabs } from '#platform/settings/tabs.ts';
import { dropPendingChanges } from '#platform/settings/user-changes.ts';
import { FOUND_IDENTITY } from './found-identity.ts';
import { forgetAllButLastWay, keepTriedWay, tryWay } from './last-way.ts';
import { dropSetAside, readTyped, setAside, takeBack } from './set-aside.ts';
import { clearToken, readToken, writeToken } from './token-cookie.ts';
import { userQuery } from './user-query.ts';

type Credentials = RouteInput<typeof authRoutes.login>['body'];
type Registration = RouteInput<typeof authRoutes.register>['body'];
type ClaimProof = RouteInput<typeof authRoutes.confirmClaim>['body'];
type SecondFactor = RouteInput<typeof signInRoutes.secondFactor>['body'];
type ProviderAnswer = RouteInput<typeof signInRoutes.provider>['body'];
type SessionStarted = { user: CurrentUser; token: string };

const LOOK_AFTER_MS = [0, 200, 2000];

/** The token everything in memory was loaded with. */
let pageToken = readToken();
/** On the clock of the page, which starts with it. */
let began = 0;

/**
 * The session is the token cookie; the user and all other server data live in the query cache.
 * signed out → loading: a token is there at startup or after signing in
 * loading → signed in: user and projects are loaded; → signed out: the server refused the token
 * signed in → signed out: logout, or any call answered that the token is dead
 */
export function isSignedIn(): boolean {
  return readToken() !== undefined;
}

/** Whether another tab signed in or out since this page last did. */
function isOtherSession(): boolean {
  return readToken() !== pageToken;
}

/** Since when this page reads for this session, in ms by the clock of the server that sent it. */
export function readingSince(): number | undefined {
  const sent = document.querySelector<HTMLMetaElement>('meta[name="causeway:sent-at"]');
  return sent ? Number(sent.content) + Math.floor(began) : undefined;
}

/**
 * Another tab signed in or out: everything in this one belongs to the session before. It may have
 * done so while this page started, and its cookie may be seen here a moment after its message.
 */
export function leaveWithOtherTabs(): () => void {
  const look = () => {
    if (isOtherSession()) location.reload();
  };
  const timers = new Set<number>();
  const stopListening = onTabMessage(({ type }) => {
    if (type !== 'session.changed') return;
    for (const wait of LOOK_AFTER_MS) timers.add(window.setTimeout(look, wait));
  });
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    stopListening();
    document.removeEventListener('visibilitychange', look);
    for (const timer of timers) clearTimeout(timer);
  };
}

/** User and projects, both needed by the guard and the shell before anything is drawn. */
export async function loadSession(): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(userQuery),
    queryClient.ensureQueryData(projectsQuery),
  ]);
}

export async function login(body: Credentials): Promise<void> {
  tryWay('password');
  await startSession(await api.call(authRoutes.login, { body }));
}

export async function register(body: Registration): Promise<void> {
  tryWay('password');
  await startSession(await api.call(authRoutes.register, { body }));
}

/** The second step of a sign-in whose first answered E_SECOND_FACTOR. */
export async function passSecondFactor(body: SecondFactor): Promise<void> {
  await startSession(await api.call(signInRoutes.secondFactor, { body }));
}

export async function signInByPasskey(): Promise<void> {
  const { answerSignIn } = await import('./passkeys.ts');
  const body = await answerSignIn();
  tryWay('passkey');
  await startSession(await api.call(signInRoutes.passkey, { body }));
}

/** With what the provider answered to the flow this tab began. */
export async function signInByProvider(body: ProviderAnswer): Promise<void> {
  tryWay('provider');
  await startSession(await api.call(signInRoutes.provider, { body }));
}

/** A mailed link verifies together with the password of its registration, and signs in to it. */
export async function confirmClaim(body: ClaimProof): Promise<void> {
  await startSession(await api.call(authRoutes.confirmClaim, { body }));
}

/** The server ended the session: nothing of it stays here. */
export function leaveSession(href: string): void {
  resetSession();
  tellOtherTabs({ type: 'session.changed' });
  location.assign(href);
}

/** The server is told first, but a server that can't be reached never keeps anybody signed in here. */
export async function logout(): Promise<void> {
  await api.call(authRoutes.logout).catch(() => undefined);
  resetSession();
  tellOtherTabs({ type: 'session.changed' });
}

/**
 * Whoever calls this goes to a fresh page next, which is what forgets the user: emptying the cache
 * under a page that is still shown would only make it ask for everything again.
 */
export function resetSession(): void {
  clearToken();
  pageToken = undefined;
  dropPendingChanges();
  forgetAllButLastWay();
  dropSetAside();
}

/** The server ended it, and nobody here wanted that: what they typed waits for them to sign in again. */
export function loseSession(): void {
  const typed = readTyped();
  resetSession();
  setAside(typed);
}

export async function impersonate(id: string, reason?: string): Promise<void> {
  replaceSession(
    await api.call(authRoutes.impersonate, { body: { id, ...(reason && { reason }) } }),
  );
}

export async function stopImpersonating(): Promise<void> {
  replaceSession(await api.call(authRoutes.stopImpersonating));
}

export async function startSession({ user, token }: SessionStarted): Promise<void> {
  forgetUser();
  takeBack(user.id);
  writeToken(token);
  keepTriedWay();
  pageToken = token;
  began = performance.now();
  queryClient.setQueryData(userQuery.queryKey, user);
  await loadSession();
  if (sessionStorage.getItem(FOUND_IDENTITY) !== null) {
    const { linkFoundIdentity } = await import('./provider.ts');
    await linkFoundIdentity();
  }
  takeGuestLanguage();
  await startInLanguage();
  tellOtherTabs({ type: 'session.changed' });
}

/** Everything in memory belongs to the other user, so the page starts over. */
function replaceSession({ token }: SessionStarted): void {
  forgetUser();
  writeToken(token);
  pageToken = token;
  tellOtherTabs({ type: 'session.changed' });
  location.assign('/');
}

/** Who is there is forgotten where it stands: theme and language go on listening to it. */
function forgetUser(): void {
  dropPendingChanges();
  api.forgetReads();
  const isSession = ({ queryKey: [first] }: { queryKey: readonly unknown[] }) =>
    first === userQuery.queryKey[0] || first === projectsQuery.queryKey[0];
  queryClient.removeQueries({ predicate: (query) => !isSession(query) });
  queryClient.getMutationCache().clear();
  void queryClient.resetQueries({ predicate: isSession });
}
