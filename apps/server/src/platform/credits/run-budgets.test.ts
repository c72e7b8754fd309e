import { afterAll, expect, test } from 'vitest';
import { creditsToUnits, unitsToCredits } from '@causeway/contract/billing/units.ts';
import { openCreditBook } from '#testing/credit-book.ts';
import { giveBack, reserve, settle } from './holds.ts';

const book = await openCreditBook();
const { one, other, payer, amounts, runs, codeOf, agree } = book;
afterAll(book.stop);

/** Steps of one run that may use up five credits; each would like two and can do with one. */
async function runOfFive() {
  const person = await payer('100');
  const { accountId, projectId } = person;
  const runId = crypto.randomUUID();
  const budget = { runId, most: creditsToUnits('5') };
  const hold = async (step: number, db = one) => {
    const wanted = { accountId, projectId, cause: `step:${runId}:${step}`, budget };
    const credits = { amount: creditsToUnits('2'), least: creditsToUnits('1') };
    const { amount } = await db.transaction((tx) => reserve(tx, { ...wanted, ...credits }));
    return unitsToCredits(amount);
  };
  const end = (step: number, credits: string | null) =>
    one.transaction((tx) => {
      const cause = `step:${runId}:${step}`;
      return credits === null ? giveBack(tx, cause) : settle(tx, cause, runs(credits, person));
    });
  return { person, hold, end };
}

test('AUTO-9 TEAM-9 the steps of a run set aside no more than its budget, and what came back of it may be used', async () => {
  const { person, hold, end } = await runOfFive();
  expect([await hold(1), await hold(2), await hold(3)]).toEqual(['2', '2', '1']);
  // It waits for what the others give back.
  await expect(hold(4)).rejects.toMatchObject({
    code: 'E_RUN_BUDGET',
    details: { isSetAside: true },
  });
  await end(1, null);
  await end(2, '0.5');
  expect(await hold(4)).toBe('2');
  expect(await hold(5)).toBe('1.5');
  for (const [step, credits] of [
    ['3', '1'],
    ['4', '2'],
    ['5', '1.5'],
  ] as const) {
    await end(Number(step), credits);
  }
  await expect(hold(6)).rejects.toMatchObject({
    code: 'E_RUN_BUDGET',
    details: { isSetAside: false },
  });
  expect(await amounts(person)).toEqual({ balance: '95', held: '0' });
  await agree(person);
});

test('AUTO-9 TEAM-9 steps that ask at once from two instances stay within the budget of their run', async () => {
  const { person, hold } = await runOfFive();
  const codes = await Promise.all(
    Array.from({ length: 20 }, (_, step) => codeOf(hold(step, step % 2 === 0 ? one : other))),
  );
  expect(codes.filter((code) => code === 'done')).toHaveLength(3);
  expect(codes.filter((code) => code === 'E_RUN_BUDGET')).toHaveLength(17);
  expect((await amounts(person)).held).toBe('5');
  await agree(person);
});
