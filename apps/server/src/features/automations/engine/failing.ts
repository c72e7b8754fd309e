import type { Node } from '@causeway/contract/automations/definition.ts';
import type { RunError } from '@causeway/contract/automations/run-shapes.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { nodeOfKey } from './doubts.ts';
import type { Plan } from './plan.ts';

const LONGEST_MESSAGE = 500;

/** What the history says of it. Faults of our own are told as such, without their inside. */
export function failureOf(error: unknown, step: string | null): RunError {
  const known = error instanceof Failure || (error as Error)?.name !== 'TypeError';
  const message = known ? ((error as Error)?.message ?? '') : runMessage('ourFault');
  return {
    // A NUL, which an expression may give, is nothing a database keeps in a text.
    message: message.replaceAll('\0', '').slice(0, LONGEST_MESSAGE) || runMessage('failed'),
    code: error instanceof Failure ? error.code : null,
    step,
  };
}

/** What will not be different the next time is not tried again. */
const hopeless = new Set([
  'E_VALIDATION',
  'E_FORBIDDEN',
  'E_SCOPE_MISSING',
  'E_SQL_SYNTAX',
  'E_SQL_READ_ONLY',
  'E_EGRESS_BLOCKED',
  'E_RUN_BUDGET',
]);

const LONGEST_WAIT_MS = 3_600_000;

/** Longer each time, twice as long; null where it is not tried again. */
export function retryAt(node: Node, tried: number, error: unknown, now: number): number | null {
  if (!('retry' in node) || tried > node.retry.times) return null;
  if (error instanceof Failure && hopeless.has(error.code)) return null;
  return now + Math.min(LONGEST_WAIT_MS, node.retry.seconds * 1_000 * 2 ** (tried - 1));
}

/** A used up budget and a step that says so end the whole run, wherever they are. */
export function endsRun({ definition }: Plan, { code, step }: RunError): boolean {
  if (code === 'E_RUN_BUDGET') return true;
  const id = nodeOfKey(step ?? '');
  return definition.nodes.some((node) => node.id === id && node.kind === 'stop');
}
