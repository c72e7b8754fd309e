import { expect, test } from 'vitest';
import { mentionAt, replaceMention } from './mention-at.ts';

test('CHAT-1 an @ begins a mention, an address of a mail does not', () => {
  expect(mentionAt('show @ord', 9)).toEqual({ from: 5, search: 'ord' });
  expect(mentionAt('@', 1)).toEqual({ from: 0, search: '' });
  expect(mentionAt('mail a@b', 8)).toBeUndefined();
  expect(mentionAt('@orders by', 10)).toBeUndefined();
});

test('CHAT-1 what is chosen takes the place of what was typed', () => {
  expect(replaceMention('show @ord now', 9, 'orders')).toBe('show @orders  now');
});
