import { expect, test } from 'vitest';
import { createStranded } from './stranded.ts';

test('AUTO-9 a run is stranded when it was missed twice, and taken up ever more rarely', () => {
  const here = new Set(['going']);
  const find = createStranded((id) => here.has(id));
  const look = (...ids: string[]) => find(ids.map((id) => ({ id })));
  expect(look('going', 'claimed')).toEqual([]);
  here.add('claimed');
  expect(look('going', 'claimed')).toEqual([]);
  const found = Array.from({ length: 16 }, () => look('broken').length);
  expect(found.flatMap((count, at) => (count > 0 ? [at + 1] : []))).toEqual([2, 4, 8, 16]);
  // Over and begun anew, it is another.
  expect([look(), look('broken'), look('broken')]).toEqual([[], [], ['broken']]);
});
