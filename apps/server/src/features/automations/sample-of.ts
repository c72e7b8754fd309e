import type { NodeOf, Samples } from '@causeway/contract/automations/definition.ts';
import type { Automations } from './automations.ts';
import { withinLimits } from './engine/effort.ts';
import type { PlannedStep } from './engine/plan.ts';
import type { Running } from './engine/running.ts';
import { codesIn, evaluate, type Scope } from './engine/values.ts';
import { compare } from './steps/conditions.ts';

type Evaluating = Pick<Automations, 'evaluateCodes'> & { signal: AbortSignal };

/**
 * What a step gives that has a sample: the sample, by the way out that belongs to it. A step in a loop
 * gives it in every round.
 */
export function createSampleOf(
  evaluating: Evaluating,
  samples: Samples,
): NonNullable<Running['sampleOf']> {
  return ({ step, place }) => {
    const { id } = step.node;
    if (!Object.hasOwn(samples, id)) return undefined;
    const output = samples[id];
    return portOf(evaluating, { step, scope: place.values, output }).then((port) => {
      return { output, port };
    });
  };
}

type Sampled = { step: PlannedStep; scope: Scope; output: unknown };

async function portOf(evaluating: Evaluating, { step, scope, output }: Sampled): Promise<string> {
  const { node } = step;
  if ('onError' in node && node.onError === 'route' && isFailure(output)) return 'error';
  if (node.kind === 'if') return String(String(output) === 'true');
  if (node.kind === 'forEach') return 'done';
  if (node.kind === 'approval') return isRejection(output) ? 'rejected' : 'approved';
  return node.kind === 'switch' ? caseOf(evaluating, { step, scope, output }) : 'out';
}

/** What a step that failed hands to its error port. */
function isFailure(output: unknown): boolean {
  const error = (output as { error?: unknown } | null)?.error;
  return typeof error === 'object' && error !== null && 'message' in error && 'code' in error;
}

function isRejection(output: unknown): boolean {
  const { decision, timedOut } = (output ?? {}) as { decision?: unknown; timedOut?: unknown };
  return decision === 'rejected' || timedOut === true;
}

type Case = NodeOf<'switch'>['cases'][number];

/** By the cases as they are in this test: the value itself is the sample. */
async function caseOf(
  { evaluateCodes, signal }: Evaluating,
  { step, scope, output }: Sampled,
): Promise<string> {
  const [, drawn] = step.values.find(([field]) => field === 'cases') ?? [];
  const asked = drawn ? codesIn(drawn) : [];
  const codes = asked.length > 0 ? await evaluateCodes(asked, scope, signal) : undefined;
  return withinLimits(() => {
    const fixed = (step.node as NodeOf<'switch'>).cases;
    const cases = drawn ? (evaluate(drawn, scope, codes) as Case[]) : fixed;
    return cases.find((one) => compare(output, one.equals) === 0)?.name ?? 'else';
  });
}
