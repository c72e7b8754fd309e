import type { IconName } from '#ui/icon.tsx';

export const steps = ['project', 'team', 'plan', 'payment', 'connectors', 'verification'] as const;
export type Step = (typeof steps)[number];

export const stepIcons: Record<Step, IconName> = {
  project: 'building',
  team: 'users',
  plan: 'receipt',
  payment: 'creditCard',
  connectors: 'plug',
  verification: 'mail',
};

export function isStep(value: unknown): value is Step {
  return steps.some((step) => step === value);
}

export function nextStep(step: Step): Step | undefined {
  return steps[steps.indexOf(step) + 1];
}

/** Where somebody who comes back goes on: a project first, and the address last, done or not. */
export function firstOpenStep({ hasProject }: { hasProject: boolean }): Step {
  return hasProject ? 'verification' : 'project';
}
