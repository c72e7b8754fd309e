import { costOf, priceOf, quantityFor } from '@causeway/contract/billing/prices.ts';
import { creditsToUnits, toUnits, type Units } from '@causeway/contract/billing/units.ts';
import type { Allowance } from '#platform/ai/allowance.ts';
import { reserveFor, settle } from '#platform/credits/holds.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import type { Services } from '#platform/services.ts';
import type { FindFate } from './sweep.ts';

type Answer = {
  id: string;
  projectId: string;
  userId: string;
  owner: 'ours' | 'own';
  /** The workflow whose step asked; none: a person did, in a thread. */
  workflowId?: string;
  /** The API key that started the workflow's run. */
  keyId?: string | undefined;
  /** What the workflow's run may use up. */
  budget?: { runId: string; credits: number };
};
type Usage = { inputTokens: number; outputTokens: number; cachedTokens?: number };

/** What an answer with a few looks at the data takes; and what one can't do without. */
const USUAL = { input: 20_000n, output: 2_000n };
const LEAST = { input: 1_000n, output: 256n };

const causePrefix = 'answer:';
/** A step's call is over within minutes, and its run tells nobody of it: what lapsed goes back. */
const causeOf = ({ id, workflowId }: Answer) =>
  workflowId === undefined ? `${causePrefix}${id}` : `step:${id}`;

/** Answers of the operator's model are paid with credits: set aside before, charged by what was used. */
export function answersMeter({ credits, db }: Pick<Services, 'credits' | 'db'>) {
  return {
    reserve: async (tx: Tx, answer: Answer): Promise<Allowance | undefined> => {
      if (answer.owner === 'own') return undefined;
      const amount = priced(USUAL);
      const held = await reserveFor(tx, {
        projectId: answer.projectId,
        unbooked: credits.defaultPlan,
        cause: causeOf(answer),
        amount,
        least: priced(LEAST),
        keyId: answer.keyId,
        ...(answer.budget && { budget: budgetOf(answer.budget) }),
      });
      // Of a budget no more is used than was set aside.
      return answer.budget || held < amount ? allowanceOf(held) : undefined;
    },
    settle: async (on: Db, answer: Answer, usage: Usage | null): Promise<void> => {
      if (answer.owner === 'own') return countOwn(credits, answer, usage);
      const used = usage ? usedBy(answer, usage) : [];
      const database = 'transaction' in on ? (on as Database) : db;
      await database.transaction((tx) => settle(tx, causeOf(answer), used));
    },
  };
}

function budgetOf({ runId, credits }: { runId: string; credits: number }) {
  return { runId, most: creditsToUnits(String(credits)) };
}

/** What is stored of an answer; undefined once its thread is gone. */
type FindAnswerCost = (
  db: Db,
  answerId: string,
) => Promise<{ processId: string | null; userId: string; usage: Usage | null } | undefined>;

/** An answer goes on as long as the process that makes it lives. */
export function fateOfAnswers(
  { processes }: Pick<Services, 'processes'>,
  find: FindAnswerCost,
): FindFate {
  return async (db, cause) => {
    const id = cause.slice(causePrefix.length);
    const answer = cause.startsWith(causePrefix) ? await find(db, id) : undefined;
    if (!answer) return { isRunning: false, used: null };
    const { processId, userId, usage } = answer;
    if (processId !== null && !(await processes.findGone([processId])).has(processId)) {
      return { isRunning: true };
    }
    return { isRunning: false, used: usage && usedBy({ id, userId, owner: 'ours' }, usage) };
  };
}

function allowanceOf(held: Units): Allowance {
  const at = new Date();
  const inputPrice = priceOf({ meter: 'ai.input', model: 'ours', at });
  const outputPrice = priceOf({ meter: 'ai.output', model: 'ours', at });
  return (inputTokens) => {
    const left = held - costOf(inputPrice, BigInt(Math.ceil(inputTokens)));
    const affordable = left > 0n ? Number(quantityFor(outputPrice, toUnits(left))) : 0;
    // With less nothing can be said; what it costs beyond what is there is ours.
    return Math.max(Number(LEAST.output), affordable);
  };
}

function priced({ input, output }: { input: bigint; output: bigint }) {
  const at = new Date();
  const inputPrice = priceOf({ meter: 'ai.input', model: 'ours', at });
  const outputPrice = priceOf({ meter: 'ai.output', model: 'ours', at });
  return toUnits(costOf(inputPrice, input) + costOf(outputPrice, output));
}

function usedBy(
  { id, userId, owner, workflowId, keyId }: Omit<Answer, 'projectId'>,
  { inputTokens, outputTokens, cachedTokens = 0 }: Usage,
) {
  const at = new Date();
  const cached = Math.min(cachedTokens, inputTokens);
  const quantities = {
    'ai.input': inputTokens - cached,
    'ai.cached': cached,
    'ai.output': outputTokens,
  } as const;
  return (Object.keys(quantities) as (keyof typeof quantities)[])
    .map((meter) => ({
      meter,
      priceId: priceOf({ meter, model: owner, at }),
      quantity: BigInt(Math.max(0, Math.ceil(quantities[meter]))),
      causeKind: workflowId === undefined ? 'answer' : 'workflow',
      causeId: workflowId ?? id,
      actorKind: keyId === undefined ? 'person' : 'key',
      actorId: keyId ?? userId,
      happenedAt: at,
    }))
    .filter(({ quantity }) => quantity > 0n);
}

/** A model somebody brings costs no credits; how much it is used is worth knowing all the same. */
function countOwn(credits: Services['credits'], answer: Answer, usage: Usage | null): void {
  if (!usage) return;
  for (const { meter, quantity } of usedBy(answer, usage)) {
    credits.count({
      projectId: answer.projectId,
      meter,
      model: 'own',
      quantity,
      causeKind: answer.workflowId === undefined ? 'assistant' : 'workflow',
      causeId: answer.workflowId ?? 'own',
      actorKind: answer.keyId === undefined ? 'person' : 'key',
      actorId: answer.keyId ?? answer.userId,
    });
  }
}
