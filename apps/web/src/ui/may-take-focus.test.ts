import { afterEach, expect, test } from 'vitest';
import { mayTakeFocus } from './may-take-focus.ts';

afterEach(() => document.body.replaceChildren());

function place(html: string, focused?: string): void {
  document.body.innerHTML = html;
  if (focused) document.querySelector<HTMLElement>(focused)?.focus();
}

test('SHELL-1 what comes late takes the focus from a link or a button, and from nobody', () => {
  expect(mayTakeFocus()).toBe(true);
  place('<a href="/">Tables</a>', 'a');
  expect(mayTakeFocus()).toBe(true);
  place('<button>Open</button>', 'button');
  expect(mayTakeFocus()).toBe(true);
});

test.each([
  ['a filter', '<input type="search">', 'input'],
  ['a long text', '<textarea></textarea>', 'textarea'],
  ['an editor', '<div contenteditable="true" tabindex="0"></div>', 'div'],
])('SHELL-1 what comes late takes no focus from who types in %s', (_, html, focused) => {
  place(html, focused);
  expect(mayTakeFocus()).toBe(false);
});

test('SHELL-1 what comes late takes no focus from a dialog', () => {
  place('<section role="dialog"><button>Close</button></section>', 'button');
  expect(mayTakeFocus()).toBe(false);
});
