import type { Plan } from './plan.ts';
import { evaluate } from './values.ts';

const LONGEST_KEY = 200;

/**
 * The key of a run: those of a workflow that have the same one follow one another. It is made of plain
 * paths over what started the run, so it is known before anything of it has run.
 */
export function concurrencyKeyOf(
  { concurrencyKey, settings }: Pick<Plan, 'concurrencyKey' | 'settings'>,
  trigger: unknown,
): string | null {
  if (concurrencyKey === undefined) return null;
  const run = { id: '', workflow: '', version: 0, startedAt: '' };
  const value = evaluate(concurrencyKey, { trigger, steps: {}, run, vars: settings.vars });
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return `k:${text.replaceAll('\0', '')}`.slice(0, LONGEST_KEY);
}
