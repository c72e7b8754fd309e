import { expect, test } from 'vitest';
import { treatmentOf, unhandledTreatmentOf } from './error-catalogue.ts';

test('CALL-5 a row that is gone leads to the 404 page', () => {
  expect(treatmentOf({ code: 'E_ROW_NOT_FOUND', message: 'Row not found' })).toBe('not-found');
});

test('CALL-5 a token the server no longer knows ends the session', () => {
  expect(treatmentOf({ code: 'E_INVALID_API_TOKEN', message: 'ended' })).toBe('dead-session');
});

test.each([
  'error: invalid input syntax for type integer: "x"',
  'insert into "orders" ("id") values ($1) - duplicate key',
  'INSERT INTO t values (1)',
])('CALL-5 the text of a database is not shown as it is: %s', (message) => {
  expect(treatmentOf({ code: 'E_INTERNAL', message })).toBe('alert');
});

test.each([
  "Cannot read properties of null (reading 'id')",
  "Cannot read properties of undefined (reading 'id')",
  'can\'t access property "id", x is undefined',
  "null is not an object (evaluating 'x.id')",
  "Failed to execute 'insertBefore' on 'Node': The node before which the new node is to be inserted is not a child of this node.",
  "Failed to execute 'removeChild' on 'Node'",
  'The message port closed before a response was received.',
])('CALL-5 noise is only logged: %s', (message) => {
  expect(treatmentOf(new Error(message))).toBe('log');
  expect(unhandledTreatmentOf(new Error(message))).toBe('log');
});

test('CALL-5 an unhandled rejection that says Critical is thrown again', () => {
  expect(unhandledTreatmentOf(new Error('Critical: settings lost'))).toBe('rethrow');
  expect(unhandledTreatmentOf('Critical')).toBe('rethrow');
  expect(treatmentOf(new Error('Critical: settings lost'))).toBe('show');
});

test('CALL-5 everything else is left to whoever made the call', () => {
  expect(treatmentOf({ code: 'E_FORBIDDEN', message: 'No.' })).toBe('show');
  expect(treatmentOf(undefined)).toBe('show');
});
