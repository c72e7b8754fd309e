import type { ColumnProfile } from '@causeway/contract/tables/profile.ts';
import { expect, test } from 'vitest';
import { binsOf } from './histogram.ts';

function createProfile(part: Partial<ColumnProfile>): ColumnProfile {
  return {
    state: 'ready',
    analyzedAt: null,
    rowCount: 100,
    changedRows: 0,
    isOutdated: false,
    nullShare: 0,
    distinct: 10,
    averageBytes: 4,
    smallest: null,
    largest: null,
    common: [],
    bounds: [],
    boundsShare: 1,
    ...part,
  };
}

test('values between two bounds are spread evenly, so that bars of equal width tell the truth', () => {
  const bins = binsOf(createProfile({ bounds: ['0', '10', '100'] }), 'number', 10);
  expect(bins.map(({ share }) => Number(share.toFixed(3)))).toEqual([
    0.5, 0.056, 0.056, 0.056, 0.056, 0.056, 0.056, 0.056, 0.056, 0.056,
  ]);
  expect(bins[0]).toMatchObject({ from: 0, to: 10 });
});

test('common values stand where they belong, and nothing is drawn of a single one', () => {
  const common = [
    { value: '1', share: 0.75 },
    { value: '5', share: 0.25 },
  ];
  const bins = binsOf(createProfile({ common, boundsShare: 0 }), 'number', 4);
  expect(bins.map(({ share }) => share)).toEqual([0.75, 0, 0, 0.25]);
  expect(binsOf(createProfile({ common: common.slice(1), boundsShare: 0 }), 'number')).toEqual([]);
});

test('instants are laid out as Postgres prints them, endless ones left out', () => {
  const bounds = ['2021-09-27 20:55:25.6+00', '2021-09-28', '2021-09-29 00:00:00', 'infinity'];
  const bins = binsOf(createProfile({ bounds }), 'time', 2);
  expect(bins).toHaveLength(2);
  expect(new Date(bins[1]!.to).toISOString()).toBe('2021-09-29T00:00:00.000Z');
});
