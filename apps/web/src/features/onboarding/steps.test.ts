import { expect, test } from 'vitest';
import { firstOpenStep, isStep, nextStep, steps } from './steps.ts';

test('TEAM-4 onboarding has its six steps, one after the other', () => {
  expect(steps).toEqual(['project', 'team', 'plan', 'payment', 'connectors', 'verification']);
  expect(nextStep('project')).toBe('team');
  expect(nextStep('verification')).toBeUndefined();
  expect(isStep('toString')).toBe(false);
});

test('TEAM-4 who comes back goes on where something is left to do', () => {
  expect(firstOpenStep({ hasProject: false })).toBe('project');
  expect(firstOpenStep({ hasProject: true })).toBe('verification');
});
