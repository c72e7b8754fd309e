import { expect, test } from 'vitest';
import { plainKeys } from './plain-keys.ts';

test('SHELL-3 the keys that open palette, sidebar, pane and assistant are no code field’s', () => {
  const taken = plainKeys.flatMap(({ key, mac, linux, win }) => [key, mac, linux, win]);
  for (const letter of ['k', 'b', 'j', 'i']) expect(taken).not.toContain(`Mod-${letter}`);
  expect(taken).toContain('Mod-a');
});
