import { route } from '@causeway/contract/route.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createClient } from './api/client.ts';
import { guardTaps, noteWrite } from './tap-guard.ts';

const save = route({
  method: 'POST',
  path: '/save',
  summary: 'Saves',
  access: 'public',
  answer: z.null(),
});
const look = route({ ...save, path: '/look', summary: 'Looks', effect: 'reads' });

const client = createClient({
  getToken: () => undefined,
  onDeadSession: () => {},
  onWrite: noteWrite,
});

let sent: string[];
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  vi.stubGlobal('fetch', (url: string) => {
    sent.push(url);
    return Promise.resolve(new Response('null'));
  });
  stop = guardTaps();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function tapTwice(name: string, apart: number): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }));
  await vi.advanceTimersByTimeAsync(apart);
  fireEvent.click(screen.getByRole('button', { name }));
  await vi.advanceTimersByTimeAsync(0);
}

function Buttons() {
  return (
    <>
      <button type="button" onClick={() => void client.call(save)}>
        Save
      </button>
      <button type="button" onClick={() => void client.call(look)}>
        Look
      </button>
      <button type="button" data-repeats onClick={() => void client.call(save)}>
        Undo
      </button>
    </>
  );
}

test('SHELL-6.3 a double tap on any button that writes writes once', async () => {
  render(<Buttons />);
  await tapTwice('Save', 299);
  expect(sent).toEqual(['/save']);
});

test('SHELL-6.3 a later tap writes again', async () => {
  render(<Buttons />);
  await tapTwice('Save', 301);
  expect(sent).toEqual(['/save', '/save']);
});

test('SHELL-6.3 taps that only read, and those meant to be repeated, all count', async () => {
  render(<Buttons />);
  await tapTwice('Look', 100);
  await vi.advanceTimersByTimeAsync(1_000);
  await tapTwice('Undo', 100);
  expect(sent).toEqual(['/look', '/look', '/save', '/save']);
});

test('SHELL-6.3 a second tap does not hit what slid under the finger after the first one wrote', async () => {
  const removed: string[] = [];
  const remove = (name: string) => {
    removed.push(name);
    void client.call(save);
  };
  render(
    ['a', 'b'].map((name) => (
      <button key={name} type="button" onClick={() => remove(name)}>
        {name}
      </button>
    )),
  );
  const place = { clientX: 40, clientY: 40, detail: 1 };
  fireEvent.click(screen.getByRole('button', { name: 'a' }), place);
  await vi.advanceTimersByTimeAsync(100);
  fireEvent.click(screen.getByRole('button', { name: 'b' }), place);
  expect(removed).toEqual(['a']);
});
