import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import { expect, test, vi } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import german from '../texts.de.json' with { type: 'json' };
import english from '../texts.en.json' with { type: 'json' };
import { createTabStore, type TabTransport } from './tab-store.ts';
import { numberOfUntitled } from './untitled.ts';

function tab(more: Partial<EditorTab> = {}): EditorTab {
  return {
    id: crypto.randomUUID(),
    title: 'Query 1',
    sql: 'select 1',
    queryId: null,
    queryVersion: null,
    position: 1,
    rowLimit: 1000,
    readOnly: false,
    parameters: [],
    revision: 1,
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...more,
  };
}

class Memory {
  readonly kept = new Map<string, string>();
  getItem(key: string) {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.kept.set(key, value);
  }
  removeItem(key: string) {
    this.kept.delete(key);
  }
}

type Given = {
  open?: EditorTab[];
  memory?: Memory;
  put?: TabTransport['put'];
  close?: TabTransport['close'];
};

function store({ open = [], memory = new Memory(), put, close }: Given = {}) {
  const sent: EditorTab[] = [];
  const transport: TabTransport = {
    put:
      put ??
      (async (one) => {
        sent.push(one);
        return { revision: one.revision + 1 };
      }),
    close: close ?? (async () => null),
    theirsIn: (error) => (error as { theirs?: EditorTab }).theirs,
  };
  const made = createTabStore({
    key: 'tabs',
    memory,
    transport,
    open,
    closed: [],
    titleOf: (number) => `Query ${number}`,
    waitMs: 0,
  });
  return { made, memory, sent };
}

test('SQL-8.1 what is typed is safe in the browser before the server has it', async () => {
  const one = tab();
  const { made, memory, sent } = store({ open: [one] });
  made.change(one.id, { sql: 'select 12' });
  expect(memory.kept.get('tabs')).toContain('select 12');
  await made.flush();
  expect(sent.at(-1)).toMatchObject({ sql: 'select 12', revision: 1 });
  expect(memory.kept.size).toBe(0);
  expect(made.state().tabs[0]).toMatchObject({ sql: 'select 12', revision: 2 });
});

test('SQL-8.1 what was typed while it was sent is sent too', async () => {
  const one = tab();
  const sent: string[] = [];
  const { made } = store({
    open: [one],
    put: async (now) => {
      sent.push(now.sql);
      if (sent.length === 1) made.change(one.id, { sql: 'select 123' });
      return { revision: now.revision + 1 };
    },
  });
  made.change(one.id, { sql: 'select 12' });
  await made.flush();
  await eventually(() => expect(sent).toEqual(['select 12', 'select 123']));
});

test('SQL-8.1 a browser that was closed in between sends what it had typed when it opens again', async () => {
  const one = tab();
  const memory = new Memory();
  memory.setItem('tabs', JSON.stringify([{ ...one, sql: 'typed before the crash' }]));
  const { made, sent } = store({ open: [one], memory });
  expect(made.state().tabs).toMatchObject([{ id: one.id, sql: 'typed before the crash' }]);
  await made.flush();
  await eventually(() => expect(sent[0]?.sql).toBe('typed before the crash'));
});

test('SQL-8.1 another device wrote meanwhile: both texts stay, each in a tab', async () => {
  const one = tab();
  const theirs = { ...one, sql: 'theirs', revision: 5 };
  const { made } = store({
    open: [one],
    put: async (now) => {
      if (now.id === one.id) throw Object.assign(new Error('412'), { theirs });
      return { revision: now.revision + 1 };
    },
  });
  made.change(one.id, { sql: 'mine' });
  await made.flush();
  expect(made.state().tabs.map(({ sql }) => sql)).toEqual(['theirs', 'mine']);
});

test('SQL-8.1 a tab from another device appears, and what is being typed here is left alone', () => {
  const one = tab();
  const { made } = store({ open: [one], put: () => new Promise(() => {}) });
  made.change(one.id, { sql: 'still typing' });
  made.receive([{ ...one, sql: 'older' }, tab({ sql: 'new', position: 2 })], []);
  expect(made.state().tabs.map(({ sql }) => sql)).toEqual(['still typing', 'new']);
});

test('SQL-8.1 a closed tab can be opened again with what was in it', () => {
  const [one, two] = [tab(), tab({ position: 2, sql: 'select 2' })];
  const { made } = store({ open: [one, two] });
  expect(made.close(two.id)).toMatchObject({ id: one.id });
  const [closed] = made.state().closed;
  made.reopen(closed!);
  expect(made.state().tabs.map(({ sql }) => sql)).toEqual(['select 1', 'select 2']);
});

test('SQL-8.1 another device wrote other values meanwhile: both stay, though the statement is the same', async () => {
  const one = tab({ sql: 'select :a' });
  const theirs = {
    ...one,
    parameters: [{ name: 'a', type: 'text', value: 'theirs' }],
    revision: 5,
  };
  const { made } = store({
    open: [one],
    put: async (now) => {
      if (now.id === one.id) throw Object.assign(new Error('412'), { theirs });
      return { revision: now.revision + 1 };
    },
  });
  made.change(one.id, { parameters: [{ name: 'a', type: 'text', value: 'mine' }] });
  await made.flush();
  expect(made.state().tabs.map(({ parameters }) => parameters[0]?.value)).toEqual([
    'theirs',
    'mine',
  ]);
});

test('SQL-8.1 while one tab is sent, typing in another keeps both safe in the browser', () => {
  const [one, two] = [tab(), tab({ position: 2 })];
  const { made, memory } = store({ open: [one, two], put: () => new Promise(() => {}) });
  made.change(one.id, { sql: 'on its way' });
  void made.flush();
  made.change(two.id, { sql: 'typed meanwhile' });
  expect(memory.kept.get('tabs')).toContain('on its way');
  expect(memory.kept.get('tabs')).toContain('typed meanwhile');
});

test('SQL-8.1 a tab closed while it is sent is closed with what was typed last', async () => {
  const one = tab();
  const sent: { sql: string; revision: number }[] = [];
  const answers: (() => void)[] = [];
  const close = vi.fn(async () => null);
  const { made, memory } = store({
    open: [one, tab({ position: 2 })],
    put: async ({ sql, revision }) => {
      sent.push({ sql, revision });
      await new Promise<void>((resolve) => answers.push(resolve));
      return { revision: revision + 1 };
    },
    close,
  });
  made.change(one.id, { sql: 'first' });
  void made.flush();
  made.change(one.id, { sql: 'first, and last' });
  made.close(one.id);
  expect(made.state().tabs).toHaveLength(1);
  answers[0]!();
  await eventually(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ sql: 'first, and last', revision: 2 });
  expect(close).not.toHaveBeenCalled();
  answers[1]!();
  await eventually(() => expect(close).toHaveBeenCalledWith(one.id));
  await eventually(() => expect(made.state()).toMatchObject({ isKept: true }));
  expect(made.state().tabs).toHaveLength(1);
  expect(memory.kept.size).toBe(0);
});

test('SQL-8.1 a tab that can not be closed, because the server is away, comes back with what is in it', async () => {
  const one = tab();
  const { made, memory } = store({
    open: [one, tab({ position: 2 })],
    put: () => Promise.reject(new Error('away')),
  });
  made.change(one.id, { sql: 'typed offline' });
  made.close(one.id);
  await eventually(() => expect(made.state().tabs).toHaveLength(2));
  expect(made.state()).toMatchObject({ isKept: false, closed: [] });
  expect(made.state().tabs[0]).toMatchObject({ sql: 'typed offline' });
  expect(memory.kept.get('tabs')).toContain('typed offline');
});

test('SQL-8.1 a tab opened again before it was closed for good stays open on the server too', async () => {
  const one = tab();
  const calls: string[] = [];
  let closeIt = () => {};
  const { made } = store({
    open: [one],
    put: async ({ revision }) => {
      calls.push('put');
      return { revision: revision + 1 };
    },
    close: async () => {
      calls.push('close');
      await new Promise<void>((resolve) => (closeIt = resolve));
    },
  });
  made.close(one.id);
  await eventually(() => expect(calls).toEqual(['close']));
  made.reopen(made.state().closed[0]!);
  await eventually(() => expect(calls).toEqual(['close', 'put']));
  closeIt();
  await eventually(() => expect(calls).toEqual(['close', 'put', 'put']));
  expect(made.state().tabs).toMatchObject([{ id: one.id, sql: 'select 1' }]);
});

test('SQL-8.1 a tab that nobody named is known in every language, and no number comes twice', () => {
  const { made } = store({ open: [tab({ title: 'Abfrage 1' })] });
  expect(made.add().title).toBe('Query 2');
  const texts = [english, german].map(({ tabs }) => tabs.untitled.replace('{{number}}', '12'));
  expect(texts.map(numberOfUntitled)).toEqual([12, 12]);
  expect(['Query 1 of 3', 'Orders', ''].map(numberOfUntitled)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
