import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import { numberOfUntitled } from './untitled.ts';

/**
 * The tabs of one connector, on their way to the server. A tab is
 * - kept: the server has what is on screen
 * - changed: something was typed since; it lies in this browser's storage until the server has it
 * - being sent: what was typed meanwhile is sent afterwards
 * When the server has something newer from another device, that stays, and what was typed here goes
 * on as a tab of its own: neither is lost.
 */
export type TabStore = {
  subscribe(listener: () => void): () => void;
  state(): TabsState;
  change(id: string, change: Partial<TabContent>): void;
  add(tab?: Partial<TabContent>): EditorTab;
  /** The tab next to it is the one to show. */
  close(id: string): EditorTab | undefined;
  reopen(tab: EditorTab): void;
  /** What the server says now. */
  receive(open: EditorTab[], closed: EditorTab[]): void;
  /** Sends what is not kept yet; when the page goes away, in a way that outlives it. */
  flush(options?: { isLeaving: boolean }): Promise<void>;
};

export type TabContent = Omit<EditorTab, 'id' | 'revision' | 'updatedAt'>;
export type TabsState = {
  tabs: readonly EditorTab[];
  closed: readonly EditorTab[];
  isKept: boolean;
  /** Why the last attempt failed; it is tried again with the next change. */
  problem: unknown;
};

export type TabTransport = {
  put(tab: EditorTab, options: { isLeaving: boolean }): Promise<{ revision: number }>;
  close(id: string): Promise<unknown>;
  /** The newer tab that refused ours. */
  theirsIn(error: unknown): EditorTab | undefined;
};

type TabMemory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type StoreInput = {
  key: string;
  memory: TabMemory;
  transport: TabTransport;
  open: EditorTab[];
  closed: EditorTab[];
  titleOf(number: number): string;
  waitMs?: number;
};

const SEND_AFTER_MS = 350;
const RETRY_AFTER_MS = 5_000;

export function createTabStore(input: StoreInput): TabStore {
  const { key, memory, transport, titleOf, waitMs = SEND_AFTER_MS } = input;
  const listeners = new Set<() => void>();
  const changed = new Set<string>();
  const sending = new Map<string, Promise<void>>();
  const closing = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Those being closed among them: they go once the server has what is in them. */
  let tabs: readonly EditorTab[] = [];
  let state: TabsState = { tabs, closed: input.closed, isKept: true, problem: undefined };

  function show(next: Partial<Pick<TabsState, 'closed' | 'problem'>> = {}): void {
    const open = tabs.filter(({ id }) => !closing.has(id));
    state = { ...state, ...next, tabs: open, isKept: changed.size === 0 };
    for (const listener of listeners) listener();
  }

  /** Before anything else happens to it: a keystroke is safe once this returns. */
  function remember(): void {
    const unsent = tabs.filter(({ id }) => changed.has(id) || sending.has(id));
    if (unsent.length === 0) memory.removeItem(key);
    else memory.setItem(key, JSON.stringify(unsent));
  }

  function replace(id: string, change: (tab: EditorTab) => EditorTab): void {
    tabs = tabs.map((tab) => (tab.id === id ? change(tab) : tab));
    show();
  }

  function touch(id: string): void {
    changed.add(id);
    remember();
    show();
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), waitMs);
  }

  async function send(id: string, isLeaving: boolean): Promise<void> {
    const tab = tabs.find((one) => one.id === id);
    if (!tab || sending.has(id)) return;
    changed.delete(id);
    const sent = put(tab, isLeaving).finally(() => {
      sending.delete(id);
      remember();
      show();
    });
    sending.set(id, sent);
    await sent;
    if (changed.has(id) && state.problem === undefined) await send(id, isLeaving);
  }

  async function put(tab: EditorTab, isLeaving: boolean): Promise<void> {
    try {
      const { revision } = await transport.put(tab, { isLeaving });
      replace(tab.id, (now) => ({ ...now, revision }));
      show({ problem: undefined });
    } catch (error) {
      changed.add(tab.id);
      const theirs = transport.theirsIn(error);
      if (theirs) adopt(theirs);
      else {
        show({ problem: error });
        clearTimeout(timer);
        timer = setTimeout(() => void flush(), RETRY_AFTER_MS);
      }
    }
  }

  /** Theirs stays in its place, ours becomes a tab beside it. */
  function adopt(theirs: EditorTab): void {
    const mine = tabs.find(({ id }) => id === theirs.id);
    changed.delete(theirs.id);
    replace(theirs.id, () => theirs);
    if (!mine || isSameWork(mine, theirs)) return;
    add({ ...mine, title: `${mine.title} (2)`, position: mine.position + 0.001 });
  }

  async function flush({ isLeaving } = { isLeaving: false }): Promise<void> {
    clearTimeout(timer);
    await Promise.all([...changed].map((id) => send(id, isLeaving)));
  }

  function add(tab: Partial<TabContent> = {}): EditorTab {
    const last = tabs.reduce((most, { position }) => Math.max(most, position), 0);
    const added: EditorTab = {
      title: titleOf(nextNumber(tabs)),
      sql: '',
      queryId: null,
      queryVersion: null,
      position: last + 1,
      rowLimit: 1_000,
      readOnly: false,
      parameters: [],
      ...tab,
      id: crypto.randomUUID(),
      revision: 0,
      updatedAt: new Date().toISOString(),
    };
    tabs = sorted([...tabs, added]);
    touch(added.id);
    return added;
  }

  function receive(open: EditorTab[], closed: EditorTab[]): void {
    const mine = new Map(tabs.map((tab) => [tab.id, tab]));
    const isOurs = ({ id }: EditorTab) => changed.has(id) || sending.has(id) || closing.has(id);
    const theirs = open.map((tab) => {
      const known = mine.get(tab.id);
      return known && (isOurs(known) || known.revision >= tab.revision) ? known : tab;
    });
    const listed = new Set(theirs.map(({ id }) => id));
    const unsent = tabs.filter((tab) => isOurs(tab) && !listed.has(tab.id));
    tabs = sorted([...theirs, ...unsent]);
    show({ closed });
  }

  /**
   * What was typed last has to be there when the tab is opened again, so that is sent first. While
   * the server can't be reached the tab comes back, rather than being closed in this window only.
   */
  async function closeOnServer({ id, sql }: EditorTab): Promise<void> {
    const isEmpty = sql.trim() === '';
    if (isEmpty) changed.delete(id);
    try {
      for (let sent = sending.get(id); sent; sent = sending.get(id)) await sent;
      if (changed.has(id)) await send(id, false);
      if (changed.has(id) || !closing.has(id)) return;
      await transport.close(id);
      if (closing.has(id)) tabs = tabs.filter((tab) => tab.id !== id);
      else touch(id);
    } catch (error) {
      show({ problem: error });
    } finally {
      closing.delete(id);
      const isOpen = tabs.some((tab) => tab.id === id);
      show(isOpen ? { closed: state.closed.filter((tab) => tab.id !== id) } : {});
    }
  }

  /** What this browser typed and the server never got, perhaps because it was closed in between. */
  function recover(): void {
    const unsent = readUnsent(memory.getItem(key));
    const known = new Map(input.open.map((tab) => [tab.id, tab]));
    for (const tab of unsent) {
      const kept = known.get(tab.id);
      if (kept && isSameWork(kept, tab)) continue;
      const isOlder = kept !== undefined && kept.revision !== tab.revision;
      const id = isOlder ? crypto.randomUUID() : tab.id;
      known.set(id, { ...tab, id, ...(isOlder && { revision: 0, title: `${tab.title} (2)` }) });
      changed.add(id);
    }
    tabs = sorted([...known.values()]);
    remember();
    show();
    if (changed.size > 0) void flush();
  }

  recover();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    change: (id, change) => {
      replace(id, (tab) => ({ ...tab, ...change }));
      touch(id);
    },
    add,
    close: (id) => {
      const place = state.tabs.findIndex((tab) => tab.id === id);
      const gone = state.tabs[place];
      if (!gone) return undefined;
      closing.add(id);
      show({ closed: gone.sql.trim() === '' ? state.closed : [gone, ...state.closed] });
      void closeOnServer(gone);
      return state.tabs[Math.min(place, state.tabs.length - 1)];
    },
    reopen: (tab) => {
      closing.delete(tab.id);
      if (!tabs.some(({ id }) => id === tab.id)) tabs = sorted([...tabs, tab]);
      show({ closed: state.closed.filter(({ id }) => id !== tab.id) });
      touch(tab.id);
    },
    receive,
    flush,
  };
}

function sorted(tabs: EditorTab[]): EditorTab[] {
  return tabs.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
}

function nextNumber(tabs: readonly EditorTab[]): number {
  const taken = new Set(tabs.map(({ title }) => numberOfUntitled(title)));
  let number = 1;
  while (taken.has(number)) number += 1;
  return number;
}

/** What people typed; a width or a title is no reason for a second tab. */
function isSameWork(one: EditorTab, other: EditorTab): boolean {
  const workOf = ({ sql, parameters }: EditorTab) => JSON.stringify([sql, parameters]);
  return workOf(one) === workOf(other);
}

function readUnsent(text: string | null): EditorTab[] {
  try {
    return JSON.parse(text ?? '[]') as EditorTab[];
  } catch {
    return [];
  }
}
