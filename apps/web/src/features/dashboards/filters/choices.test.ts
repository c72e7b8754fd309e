import { expect, test } from 'vitest';
import { choicesOf } from './choices.ts';

test('DASH-3 Paris stays chosen, marked, when Germany is chosen above it, and the choices are German', () => {
  const paris = { values: ['Paris'], isEmpty: false };
  expect(choicesOf(['Berlin', 'Bonn'], paris)).toEqual([
    { value: 'Berlin', isOffered: true },
    { value: 'Bonn', isOffered: true },
    { value: 'Paris', isOffered: false },
  ]);
  expect(choicesOf(['Lyon', 'Paris'], paris)).toEqual([
    { value: 'Lyon', isOffered: true },
    { value: 'Paris', isOffered: true },
  ]);
});

test('DASH-3 nothing is marked before it is known what is offered', () => {
  expect(choicesOf([], { values: ['', 'Paris'], isEmpty: true })).toEqual([
    { value: '', isOffered: true },
    { value: 'Paris', isOffered: true },
  ]);
});
