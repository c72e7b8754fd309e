import { expect, test } from 'vitest';
import { errorParts } from './error-parts.ts';

test('CALL-4 the payload of a failed call keeps its message, code and request', () => {
  const payload = { code: 'E_NOT_FOUND', message: 'Not found.', requestId: 'r1' };
  expect(errorParts(payload)).toEqual(payload);
});

test('CALL-5 whatever is thrown has a message to show', () => {
  expect(errorParts(new Error('connection refused'))).toEqual({ message: 'connection refused' });
  expect(errorParts('plain words')).toEqual({ message: 'plain words' });
  expect(errorParts({ status: 500 }).message).toBe('{"status":500}');
  expect(errorParts(undefined).message).toBe('undefined');
});
