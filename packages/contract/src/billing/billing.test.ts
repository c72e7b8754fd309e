import { expect, test } from 'vitest';
import { plans, within } from '../plans.ts';
import { monthsAfter, periodAt } from './periods.ts';
import { costOf, costOfMore, meters, priceOf, prices } from './prices.ts';
import { daysLeft, repriced } from './outlook.ts';
import { creditsToUnits, shownCredits, toUnits, unitsToCredits } from './units.ts';

test('TEAM-9 amounts go to text and back without losing a unit', () => {
  for (const text of ['0', '12.5', '-3', '0.000001', '-0.25', '999999999999.999999']) {
    expect(unitsToCredits(creditsToUnits(text))).toBe(text);
  }
  for (const wrong of ['', '1e3', '1,5', '0.0000001', '--1', ' 1']) {
    expect(() => creditsToUnits(wrong)).toThrow('No amount');
  }
});

test('TEAM-9 a balance is shown rounded down and a cost rounded up, never as nothing', () => {
  expect(shownCredits(creditsToUnits('42.109'), 'balance')).toBe('42.10');
  expect(shownCredits(creditsToUnits('-0.001'), 'balance')).toBe('-0.01');
  expect(shownCredits(creditsToUnits('0.000001'), 'cost')).toBe('0.01');
  expect(shownCredits(creditsToUnits('3'), 'cost')).toBe('3.00');
});

test('TEAM-9 a million steps cost the same in 1, 7 or 1,000 batches', () => {
  const whole = costOf('workflow.step:1', 1_000_000n);
  for (const batches of [1, 7, 1_000]) {
    let done = 0n;
    let cost = 0n;
    for (let batch = 1; batch <= batches; batch += 1) {
      const until = (1_000_000n * BigInt(batch)) / BigInt(batches);
      const more = costOfMore('workflow.step:1', done, until - done);
      expect(more).toBeGreaterThanOrEqual(0n);
      cost += more;
      done = until;
    }
    expect(cost).toBe(whole);
  }
});

test('TEAM-9 rows that cost less than a unit each add up however they come', () => {
  let seed = 7;
  const next = () => (seed = (seed * 48_271) % 2_147_483_647);
  for (let round = 0; round < 500; round += 1) {
    let total = 0n;
    let cost = 0n;
    for (let part = 0; part < 10; part += 1) {
      const more = BigInt(next() % 100_000);
      cost += costOfMore('storage.byte_day:1', total, more);
      total += more;
    }
    expect(cost).toBe(costOf('storage.byte_day:1', total));
  }
});

test('TEAM-9 work is priced by its start, also when the price rises at midnight', () => {
  const list = [
    ...prices,
    {
      id: 'workflow.run:2',
      meter: 'workflow.run' as const,
      per: 1n,
      credits: '0.06',
      from: '2027-03-01',
    },
  ];
  const at = (text: string) => priceOf({ meter: 'workflow.run', at: new Date(text) }, list);
  expect(at('2027-02-28T23:59:00Z')).toBe('workflow.run:1');
  expect(at('2027-03-01T00:05:00Z')).toBe('workflow.run:2');
});

test('TEAM-9 every meter has a price, and those in force are never changed', () => {
  for (const meter of meters) {
    const model = meter.startsWith('ai.') ? { model: 'ours' as const } : {};
    expect(priceOf({ meter, at: new Date('2027-01-01T00:00:00Z'), ...model })).toBeTruthy();
  }
  expect(new Set(prices.map(({ id }) => id)).size).toBe(prices.length);
  expect(
    prices.slice(0, 11).map(({ id, per, credits, from }) => `${id} ${credits}/${per} ${from}`),
  ).toEqual([
    'ai.input:1 300/1000000 2026-01-01',
    'ai.cached:1 30/1000000 2026-01-01',
    'ai.output:1 1500/1000000 2026-01-01',
    'ai.input:own 0/1000000 2026-01-01',
    'ai.cached:own 0/1000000 2026-01-01',
    'ai.output:own 0/1000000 2026-01-01',
    'compute.ms:1 0.5/60000 2026-01-01',
    'workflow.run:1 0.05/1 2026-01-01',
    'workflow.step:1 0.005/1 2026-01-01',
    'export.row:1 1/100000 2026-01-01',
    'storage.byte_day:1 0.07/1000000000 2026-01-01',
  ]);
});

test('TEAM-5 months that begin on the 31st begin on the last day of shorter ones, without gap or overlap', () => {
  const anchor = new Date('2027-01-31T10:00:00Z');
  expect(
    [0, 1, 2, 3].map((month) => monthsAfter(anchor, month).toISOString().slice(0, 10)),
  ).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
  for (let hour = 0; hour < 24 * 800; hour += 7) {
    const now = new Date(anchor.getTime() + hour * 3_600_000);
    const { start, end, number } = periodAt(anchor, now);
    expect(start <= now && now < end).toBe(true);
    expect(monthsAfter(anchor, number + 1)).toEqual(end);
  }
});

test('TEAM-5 a plan says what it allows, and which limit was met', () => {
  expect(within('free', 'connectors', 1)).toBeNull();
  expect(within('free', 'connectors', 2)).toEqual({
    limit: 'connectors',
    used: 2,
    allowed: 2,
    plan: 'free',
  });
  expect(within('business', 'seats', 10_000)).toBeNull();
  expect(plans.team).toMatchObject({
    centsASeat: 1_200,
    credits: 1_000,
    seats: 25,
    runsAtOnce: 5,
    auditDays: 90,
  });
});

test('TEAM-5 the day credits run out counts what expires before', () => {
  const now = new Date('2027-01-10T00:00:00Z');
  const tenDays = new Date('2027-01-20T00:00:00Z');
  const credits = (text: string) => creditsToUnits(text);
  const spent = credits('140');
  const last = (grants: Parameters<typeof daysLeft>[0]['grants'], more = {}) =>
    daysLeft({ grants, spentInPace: spent, now, ...more });
  expect(last([{ left: credits('100'), expiresAt: null }])).toBe(10);
  const expiring = { left: credits('200'), expiresAt: tenDays };
  expect(last([expiring, { left: credits('50'), expiresAt: null }])).toBe(15);
  // 300 a month of a plan carry ten a day for good; 200 leave a gap in every month.
  const renewing = { at: tenDays, credits: credits('310') };
  expect(last([expiring], { renewing })).toBeNull();
  expect(last([expiring], { renewing: { ...renewing, credits: credits('200') } })).toBe(30);
  expect(last([expiring], { spentInPace: toUnits(0n) })).toBeNull();
});

test('TEAM-5 what another plan would have cost follows from the seats and the credits used', () => {
  const used = creditsToUnits('2500');
  expect(repriced('free', 1, used)).toEqual({ plan: 'free', cents: 2_300 });
  expect(repriced('team', 2, used)).toEqual({ plan: 'team', cents: 2 * 1_200 + 500 });
  expect(repriced('business', 1, used)).toEqual({ plan: 'business', cents: 3_000 });
});
