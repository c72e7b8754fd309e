import { type PlanId, plans } from '../plans.ts';
import { monthsAfter } from './periods.ts';
import { creditsToUnits, toUnits, type Units } from './units.ts';

/** By how many days' spending the future is told. */
export const PACE_DAYS = 14;
const DAY_MS = 86_400_000;
/** Further away than this is "not for now". */
const MOST_DAYS = 3_650;

type Expiring = { left: Units; expiresAt: Date | null };

/** What a plan gives every month, from when on. */
type Renewing = { credits: Units; at: Date };

type Outlook = {
  grants: readonly Expiring[];
  spentInPace: Units;
  now: Date;
  renewing?: Renewing | null;
};

/** After how many whole days nothing is left, at the pace of the last days; null: not for years. */
export function daysLeft({ grants, spentInPace, now, renewing }: Outlook): number | null {
  if (spentInPace <= 0n) return null;
  const queue = grants
    .toSorted(
      (one, other) =>
        (one.expiresAt?.getTime() ?? Infinity) - (other.expiresAt?.getTime() ?? Infinity),
    )
    .map((grant) => ({ ...grant }));
  let months = 0;
  for (let day = 0; day < MOST_DAYS; day += 1) {
    let wanted =
      (spentInPace * BigInt(day + 1)) / BigInt(PACE_DAYS) -
      (spentInPace * BigInt(day)) / BigInt(PACE_DAYS);
    const at = now.getTime() + day * DAY_MS;
    if (renewing && monthsAfter(renewing.at, months).getTime() <= at) {
      months += 1;
      // It is gone before what was bought, so it stands first.
      queue.unshift({ left: renewing.credits, expiresAt: monthsAfter(renewing.at, months) });
    }
    for (const grant of queue) {
      if (grant.expiresAt && grant.expiresAt.getTime() <= at) continue;
      const taken = grant.left < wanted ? grant.left : wanted;
      grant.left = toUnits(grant.left - taken);
      wanted -= taken;
      if (wanted === 0n) break;
    }
    if (wanted > 0n) return day;
  }
  return null;
}

/** Credits list at one cent; what a plan does not include is bought one by one. */
export function repriced(
  plan: PlanId,
  seats: number,
  used: Units,
): { plan: PlanId; cents: number } {
  const { centsASeat, credits } = plans[plan];
  const paidSeats = centsASeat === 0 ? 1 : seats;
  const included = creditsToUnits(String(credits * paidSeats));
  const over = used > included ? used - included : 0n;
  const UNITS_A_CENT = creditsToUnits('1');
  const bought = Number((over + UNITS_A_CENT - 1n) / UNITS_A_CENT);
  return { plan, cents: centsASeat * seats + bought };
}
