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
  expect(nextStep('project', 'team')).toBe('team');
  expect(nextStep('plan', 'team')).toBe('payment');
  expect(nextStep('verification', 'team')).toBeUndefined();
  expect(previousStep('team', 'team')).toBe('project');
  expect(previousStep('connectors', 'team')).toBe('payment');
  expect(previousStep('project', 'team')).toBeUndefined();
  expect(isBefore('plan', 'payment')).toBe(true);
  expect(isStep('toString')).toBe(false);
});

test('TEAM-4 who comes back goes on at the furthest step, and never without a project', () => {
  expect(openStep('payment', false)).toBe('project');
  expect(openStep('project', true)).toBe('team');
  expect(openStep('connectors', true)).toBe('connectors');
});

test('TEAM-4 who chose the free plan is not led to a payment, neither on nor back', () => {
  expect(nextStep('plan', 'free')).toBe('connectors');
  expect(nextStep('payment', 'free')).toBe('connectors');
  expect(previousStep('connectors', 'free')).toBe('plan');
  expect(previousStep('payment', 'free')).toBe('plan');
});
