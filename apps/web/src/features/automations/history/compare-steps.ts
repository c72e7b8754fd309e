import type { RunStep } from '@causeway/contract/automations/run-shapes.ts';

export type ComparedStep = {
  key: string;
  before: RunStep | undefined;
  after: RunStep | undefined;
  isSame: boolean;
  /** Where both gave something, and not the same. */
  outputs: { before: string; after: string } | undefined;
};

/** Steps of two runs side by side, in the order of the one on screen; how long they took is no difference. */
export function compareSteps(
  before: readonly RunStep[],
  after: readonly RunStep[],
): ComparedStep[] {
  const earlier = new Map(before.map((step) => [step.key, step]));
  const later = new Map(after.map((step) => [step.key, step]));
  const keys = new Set([...later.keys(), ...earlier.keys()]);
  return [...keys].map((key) => compareStep(key, earlier.get(key), later.get(key)));
}

function compareStep(
  key: string,
  before: RunStep | undefined,
  after: RunStep | undefined,
): ComparedStep {
  const outputs =
    before && after ? { before: write(before.output), after: write(after.output) } : undefined;
  const isOutputSame = outputs === undefined || outputs.before === outputs.after;
  const isSame =
    before !== undefined &&
    after !== undefined &&
    before.status === after.status &&
    before.port === after.port &&
    before.error?.message === after.error?.message &&
    isOutputSame;
  return { key, before, after, isSame, outputs: isOutputSame ? undefined : outputs };
}

function write(value: unknown): string {
  return JSON.stringify(value ?? null, null, 2);
}
