import type { Limit } from '#platform/limits/limiter.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Each a person: enough for who works, too little for who floods. */
export const writesOfPerson: Limit = { name: 'snippet-writes', burst: 120, seconds: HOUR };
export const starsOfPerson: Limit = { name: 'snippet-stars', burst: 120, seconds: 10 * MINUTE };
export const commentsOfPerson: Limit = {
  name: 'snippet-comments',
  burst: 30,
  seconds: 30 * MINUTE,
};
export const reportsOfPerson: Limit = { name: 'snippet-reports', burst: 20, seconds: HOUR };
