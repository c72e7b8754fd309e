import type { Definition } from '@causeway/contract/automations/definition.ts';
import { keyOf, partsOf } from '../edit-definition.ts';

export type Change =
  | { kind: 'added' | 'removed'; id: string }
  | { kind: 'changed'; id: string; fields: string[] }
  | { kind: 'lines' | 'settings'; id: '' };

/** What differs between two workflows. Where a step stands on the canvas changes nothing. */
export function compareDefinitions(before: Definition, after: Definition): Change[] {
  const old = new Map(partsOf(before).map((part) => [part.id, part]));
  const now = new Map(partsOf(after).map((part) => [part.id, part]));
  const changes: Change[] = [];
  for (const [id, part] of now) {
    const was = old.get(id);
    if (!was) changes.push({ kind: 'added', id });
    else {
      const fields = changedFields(was, part);
      if (fields.length > 0) changes.push({ kind: 'changed', id, fields });
    }
  }
  for (const id of old.keys()) if (!now.has(id)) changes.push({ kind: 'removed', id });
  const lines = ({ edges }: Definition) => edges.map(keyOf).toSorted().join('\n');
  if (lines(before) !== lines(after)) changes.push({ kind: 'lines', id: '' });
  if (JSON.stringify(before.settings) !== JSON.stringify(after.settings)) {
    changes.push({ kind: 'settings', id: '' });
  }
  return changes;
}

function changedFields(before: object, after: object): string[] {
  const old = before as Record<string, unknown>;
  const now = after as Record<string, unknown>;
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (key) => key !== 'position' && JSON.stringify(old[key]) !== JSON.stringify(now[key]),
  );
}

/** As it is compared line by line: without places on the canvas. */
export function writeDefinition(definition: Definition): string {
  return JSON.stringify(
    definition,
    (key, value: unknown) => (key === 'position' ? undefined : value),
    2,
  );
}
