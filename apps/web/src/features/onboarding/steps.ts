import { onboardingSteps, type OnboardingStep } from '@causeway/contract/onboarding.ts';
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

export function nextStep(step: OnboardingStep): OnboardingStep | undefined {
  return onboardingSteps[onboardingSteps.indexOf(step) + 1];
}

export function previousStep(step: OnboardingStep): OnboardingStep | undefined {
  return onboardingSteps[onboardingSteps.indexOf(step) - 1];
}

export function isBefore(step: OnboardingStep, other: OnboardingStep): boolean {
  return onboardingSteps.indexOf(step) < onboardingSteps.indexOf(other);
}

/** Where somebody who comes back goes on: nothing works without a project. */
export function openStep(furthest: OnboardingStep, hasProject: boolean): OnboardingStep {
  if (!hasProject) return 'project';
  return furthest === 'project' ? 'team' : furthest;
}
