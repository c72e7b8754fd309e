import { checkDefinition } from '@causeway/contract/automations/check.ts';
import type { Definition, Problem } from '@causeway/contract/automations/definition.ts';
import { partsOf } from './edit-definition.ts';

/** What only the server can see: whether things exist, and when a schedule fires. */
const ofServer = new Set<Problem['code']>([
  'cron',
  'zone',
  'code',
  'connector',
  'credential',
  'operation',
  'workflow',
  'value',
]);

/** What the draft itself tells is known at once; what the server found, until it looks again. */
export function listProblems(definition: Definition, found: readonly Problem[]): Problem[] {
  const known = new Set(['settings', ...partsOf(definition).map(({ id }) => id)]);
  const kept = found.filter(
    ({ code, place }) => ofServer.has(code) && (place === null || known.has(place)),
  );
  return [...checkDefinition(definition), ...kept];
}
