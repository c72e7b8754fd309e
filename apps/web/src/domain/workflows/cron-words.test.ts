import { expect, test } from 'vitest';
import { cronOfPlan, planOfCron } from './cron-words.ts';

test.each([
  ['* * * * *', { kind: 'minutes', every: 1 }],
  ['*/15 * * * *', { kind: 'minutes', every: 15 }],
  ['5 * * * *', { kind: 'hourly', minute: 5 }],
  ['30 9 * * *', { kind: 'daily', time: '09:30' }],
  ['0 9 * * 1-5', { kind: 'weekdays', time: '09:00' }],
  ['0 7 * * 1,4', { kind: 'weekly', days: [1, 4], time: '07:00' }],
  ['0 6 1 * *', { kind: 'monthly', day: 1, time: '06:00' }],
])('AUTO-1 the schedule %s is said in words and can be written from them', (cron, plan) => {
  expect(planOfCron(cron)).toEqual(plan);
  expect(cronOfPlan(plan as never)).toBe(cron);
});

test.each(['0 9 1 * 1', '*/7 3 * * *', '0 9 * 2 *', '99 9 * * *', '30 0 9 * * *', 'soon', ''])(
  'AUTO-1 a schedule like "%s" is shown as it is written, not half translated',
  (cron) => expect(planOfCron(cron)).toBeUndefined(),
);
