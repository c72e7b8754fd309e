import { changeSettings } from '@causeway/contract/settings/change.ts';
import { changeFormats, type UserFormats } from '@causeway/contract/settings/formats.ts';
import type { SettingsChange } from '@causeway/contract/settings/settings.ts';
import { userRoutes, type CurrentUser, type Selection } from '@causeway/contract/users.ts';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { tellOtherTabs } from './tabs.ts';

/**
 * The queue of changes to the own user. A change is shown at once and sent at once, one request
 * after the other, so the server sees them in the order they were made.
 *
 * waiting → sending: the request before it was answered
 * sending → gone: the server took it (its answer replaces the cached user) or refused it (the change
 *   is taken back and reported)
 * sending → sending: the server could not be reached; tried again with the same idempotency key
 *
 * Each settings change carries the values it started from, so the server merges lists of two tabs.
 */
export type UserChange = {
  name?: string;
  selection?: Selection;
  formats?: Partial<UserFormats>;
  settings?: SettingsChange;
};

type PendingChange = {
  change: UserChange;
  base: SettingsChange | undefined;
  idempotencyKey: string;
  done: PromiseWithResolvers<void>;
};

const USER_KEY = ['user'];
const UNREACHABLE_RETRY_MS = 3000;
/** Browsers let what a page leaves behind have 64 kB in all. */
const MOST_KEPT_ALIVE = 16_000;
const PASSING = new Set<string>(['E_UNAVAILABLE', 'E_RATE_LIMITED']);
let pending: PendingChange[] = [];
let isSending = false;

/** Resolves once the server has taken it, rejects when it refused. */
export function changeUser(change: UserChange): Promise<void> {
  const user = queryClient.getQueryData<CurrentUser>(USER_KEY);
  if (!user) return Promise.reject(new Error('Nobody is signed in'));
  const entry: PendingChange = {
    change,
    base: change.settings && baseOf(user, change.settings),
    idempotencyKey: crypto.randomUUID(),
    done: Promise.withResolvers<void>(),
  };
  pending.push(entry);
  // A read that is under way would bring back the value from before.
  void queryClient.cancelQueries({ queryKey: USER_KEY });
  queryClient.setQueryData(USER_KEY, applyChange(user, entry));
  void sendPending();
  return entry.done.promise;
}

/** For who asks the server about what was just changed: resolves when it has answered to all of it. */
export async function changesAnswered(): Promise<void> {
  await Promise.allSettled(pending.map(({ done }) => done.promise));
}

export function withPendingChanges(user: CurrentUser): CurrentUser {
  return pending.reduce(applyChange, user);
}

/** Signing out drops what is still waiting: it belongs to the session that ended. */
export function dropPendingChanges(): void {
  pending = [];
}

async function sendPending(): Promise<void> {
  if (isSending) return;
  isSending = true;
  for (let entry = pending[0]; entry; entry = pending[0]) await sendOne(entry);
  isSending = false;
}

async function sendOne(entry: PendingChange): Promise<void> {
  try {
    const { change, base, idempotencyKey } = entry;
    const body = base ? { ...change, settingsBase: base } : change;
    // It still arrives when the page is left in the same moment.
    const keepalive = JSON.stringify(body).length < MOST_KEPT_ALIVE;
    const saved = await api.call(userRoutes.update, { body }, { idempotencyKey, keepalive });
    settle(entry, saved);
    entry.done.resolve();
    tellOtherTabs({ type: 'user.changed' });
  } catch (error) {
    if (isErrorBody(error) && !PASSING.has(error.code)) {
      settle(entry, undefined);
      entry.done.reject(error);
    } else {
      await new Promise((resolve) => setTimeout(resolve, UNREACHABLE_RETRY_MS));
    }
  }
}

function settle(entry: PendingChange, saved: CurrentUser | undefined): void {
  const wasDropped = !pending.includes(entry);
  pending = pending.filter((other) => other !== entry);
  if (wasDropped) return;
  if (saved) {
    void queryClient.cancelQueries({ queryKey: USER_KEY });
    queryClient.setQueryData(USER_KEY, withPendingChanges(saved));
  } else {
    void queryClient.invalidateQueries({ queryKey: USER_KEY });
  }
}

function applyChange(user: CurrentUser, { change, base }: PendingChange): CurrentUser {
  return {
    ...user,
    name: change.name ?? user.name,
    selection: change.selection ?? user.selection,
    formats: changeFormats(user.formats, change.formats ?? {}),
    settings: change.settings
      ? changeSettings(user.settings, change.settings, base)
      : user.settings,
  };
}

/** The current values of just the fields a change names. */
function baseOf(user: CurrentUser, change: SettingsChange): SettingsChange {
  const entries = Object.keys(change).map((key) => [
    key,
    user.settings[key as keyof SettingsChange],
  ]);
  return Object.fromEntries(entries) as SettingsChange;
}
