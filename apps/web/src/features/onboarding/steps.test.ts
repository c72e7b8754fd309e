import { onboardingSteps } from '@causeway/contract/onboarding.ts';
import { expect, test } from 'vitest';
import { isBefore, isStep, nextStep, openStep, previousStep } from './steps.ts';

test('TEAM-4 onboarding has its six steps, one after the other', () => {
  expect(onboardingSteps).toEqual([
    'project',
    'team',
    'plan',
    'payment',
    'connectors',
    'verification',
  ]);
  expect(nextStep('project')).toBe('team');
  expect(nextStep('verification')).toBeUndefined();
  expect(previousStep('team')).toBe('project');
  expect(previousStep('project')).toBeUndefined();
  expect(isBefore('plan', 'payment')).toBe(true);
  expect(isStep('toString')).toBe(false);
});

test('TEAM-4 who comes back goes on at the furthest step, and never without a project', () => {
  expect(openStep('payment', false)).toBe('project');
  expect(openStep('project', true)).toBe('team');
  expect(openStep('connectors', true)).toBe('connectors');
});
