import { onboardingSteps, type OnboardingStep } from '@causeway/contract/onboarding.ts';
import type { PlanId } from '@causeway/contract/plans.ts';
import type { IconName } from '#ui/icon.tsx';

export const stepIcons: Record<OnboardingStep, IconName> = {
  project: 'building',
  team: 'users',
  plan: 'receipt',
  payment: 'creditCard',
  connectors: 'plug',
  verification: 'mail',
};

export function isStep(value: unknown): value is OnboardingStep {
  return onboardingSteps.some((step) => step === value);
}

/** What costs nothing is not paid for: who goes on or back passes the payment by. */
function stepsOf(plan: PlanId): OnboardingStep[] {
  return onboardingSteps.filter((step) => step !== 'payment' || plan !== 'free');
}

export function nextStep(step: OnboardingStep, plan: PlanId): OnboardingStep | undefined {
  return stepsOf(plan).find((other) => isBefore(step, other));
}

export function previousStep(step: OnboardingStep, plan: PlanId): OnboardingStep | undefined {
  return stepsOf(plan).findLast((other) => isBefore(other, step));
}

export function isBefore(step: OnboardingStep, other: OnboardingStep): boolean {
  return onboardingSteps.indexOf(step) < onboardingSteps.indexOf(other);
}

/** Where somebody who comes back goes on: nothing works without a project. */
export function openStep(furthest: OnboardingStep, hasProject: boolean): OnboardingStep {
  if (!hasProject) return 'project';
  return furthest === 'project' ? 'team' : furthest;
}
