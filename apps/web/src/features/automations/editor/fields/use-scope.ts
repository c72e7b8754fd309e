import { ancestorsOf, readGraph } from '@causeway/contract/automations/graph.ts';
import { useMemo } from 'react';
import { useEditor } from '../editor-context.ts';

/**
 * What expressions of the chosen step would see: samples first, else what started the run on screen
 * and what the steps before gave in it.
 */
export function useScope(): Record<string, unknown> {
  const { draft, chosenId, steps, trigger } = useEditor();
  const { definition, samples } = draft;
  return useMemo(() => {
    const graph = readGraph(definition);
    const before = chosenId === undefined ? new Set<string>() : ancestorsOf(graph, chosenId);
    const outputs = definition.nodes
      .filter(({ id }) => before.has(id))
      .map(({ id }) => {
        const output = Object.hasOwn(samples, id) ? samples[id] : steps.get(id)?.output;
        return [id, { output: output ?? null }] as const;
      });
    const loop = chosenId === undefined ? null : (graph.scopeOf.get(chosenId) ?? null);
    const start = definition.triggers.find(({ id }) => Object.hasOwn(samples, id));
    return {
      trigger: start ? samples[start.id] : (trigger ?? {}),
      steps: Object.fromEntries(outputs),
      ...(loop !== null && { item: firstItem(steps.get(loop)?.input), index: 0 }),
      run: { id: '…', workflow: '…', version: 0, startedAt: '…' },
      vars: definition.settings.vars,
    };
  }, [definition, samples, steps, chosenId, trigger]);
}

function firstItem(input: unknown): unknown {
  const items = (input as { items?: unknown } | null | undefined)?.items;
  return Array.isArray(items) ? (items[0] as unknown) : null;
}
