import { expect, test } from 'vitest';
import { asBucketFailure } from '../storage/failures.ts';
import { asUpstreamFailure } from './failures.ts';

const ofRuntime = [
  new TypeError("Cannot read properties of undefined (reading 'rows')"),
  new RangeError('Invalid array length'),
  Object.assign(new Error('The "chunk" argument must be of type string'), {
    code: 'ERR_INVALID_ARG_TYPE',
  }),
];

test.each(ofRuntime)('a failure is told without words of the runtime: %s', (error) => {
  const failure = asUpstreamFailure(error);
  expect(failure.code).toBe('E_UPSTREAM_FAILED');
  expect(JSON.stringify([failure.message, failure.details ?? null])).not.toContain(error.message);
  const ofBucket = asBucketFailure(Object.assign(error, { $metadata: { httpStatusCode: 200 } }));
  expect(ofBucket.code).toBe('E_UPSTREAM_FAILED');
  expect(ofBucket.message).not.toContain(error.message);
});

test('what the database or its driver says is kept', () => {
  const said = Object.assign(new Error('relation "x" does not exist'), { code: '42P01' });
  expect(asUpstreamFailure(said).message).toBe('relation "x" does not exist');
  const driver = new Error('The server does not support SSL connections');
  expect(asUpstreamFailure(driver).message).toBe(driver.message);
});
