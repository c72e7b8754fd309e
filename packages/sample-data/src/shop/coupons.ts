import { createRandom } from '../random.ts';
import { arrayOf, money, timestamp, type TableRows } from './rows.ts';

const DAY = 86_400_000;

export type Coupon = {
  code: string;
  percent: number | null;
  cents: number | null;
  from: number;
  to: number;
};

const occasions = [
  ['WELCOME', 'For a first order'],
  ['SPRING', 'Season opening'],
  ['SUMMER', 'Midsummer sale'],
  ['BLACK', 'Black Friday'],
  ['ADVENT', 'Gifts before Christmas'],
  ['SORRY', 'For trouble we caused'],
] as const;

/** Six occasions a half-year, each valid for some weeks. */
export function listCoupons(anchor: Date): Coupon[] {
  const random = createRandom('coupons');
  return Array.from({ length: 36 }, (_, index) => {
    const [occasion] = occasions[index % occasions.length]!;
    const from = anchor.getTime() - (1095 - Math.floor(index * 30)) * DAY;
    const byShare = random.chance(0.7);
    return {
      code: `${occasion}${10 + Math.floor(index / 6)}`,
      percent: byShare ? random.pick([5, 10, 15, 20]) : null,
      cents: byShare ? null : random.pick([500, 1000, 2000]),
      from,
      to: from + random.whole(14, 60) * DAY,
    };
  });
}

export function couponRows(anchor: Date): TableRows {
  const random = createRandom('coupon details');
  const coupons = listCoupons(anchor);
  return {
    table: 'coupons',
    columns: ['code', 'description', 'percent', 'amount', 'valid_during', 'countries', 'max_uses'],
    count: coupons.length,
    rows: coupons.map((coupon, index) => [
      coupon.code,
      occasions[index % occasions.length]![1],
      coupon.percent,
      coupon.cents === null ? null : money(coupon.cents),
      `["${timestamp(coupon.from)}","${timestamp(coupon.to)}")`,
      random.chance(0.25) ? arrayOf(['DE', 'AT', 'CH']) : null,
      random.chance(0.5) ? random.pick([100, 1000, 5000]) : null,
    ]),
  };
}
