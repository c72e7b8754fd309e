import { afterEach, expect, test } from 'vitest';
import { createTypedAhead } from './typed-ahead.ts';

afterEach(() => document.body.replaceChildren());

function press(key: string, more: KeyboardEventInit = {}, target: Element = document.body) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

test('SHELL-2 what is typed while the palette loads is not lost and reaches nothing else', () => {
  const ahead = createTypedAhead();
  const stop = ahead.hold();
  for (const key of ['i', 'n', 'x', 'Backspace', 'v', 'Enter']) expect(press(key)).toBe(true);
  expect(press('k', { ctrlKey: true })).toBe(false);
  expect(press('Escape')).toBe(false);
  expect([ahead.take(), ahead.take()]).toEqual(['inv', '']);
  stop();
  expect(press('i')).toBe(false);
});

test('SHELL-2 once the field of the palette has the focus, keys are its own', () => {
  const ahead = createTypedAhead();
  ahead.hold();
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  const field = dialog.appendChild(document.createElement('input'));
  document.body.append(dialog);
  expect(press('o', {}, field)).toBe(false);
  expect(press('o')).toBe(false);
  expect(ahead.take()).toBe('');
});
