import { expect, test } from 'vitest';
import { artifact, isNumberType } from './artifacts.ts';

test.each([
  { kind: 'sql', title: 'Orders', sql: 'select 1' },
  { kind: 'chart', title: 'Orders a day', form: 'bar', along: 'day', fields: [], rows: [] },
  { kind: 'table', title: 'Orders', fields: [{ name: 'id', type: 'int8' }], rows: [['1']] },
  { kind: 'link', href: '/explore/orders?projectId=p1&connectorId=c1' },
  { kind: 'file', name: 'orders.csv', byteSize: 12, href: '/files/orders.csv' },
])('CHAT-1 an answer may hold an artifact of kind $kind', (value) => {
  expect(artifact.parse(value)).toEqual(value);
});

test('CHAT-1 an artifact of an unknown kind is refused', () => {
  expect(artifact.safeParse({ kind: 'script', code: 'alert(1)' }).success).toBe(false);
});

test('SQL-10 numbers that arrive as text are still columns of numbers', () => {
  expect(['int8', 'numeric'].every(isNumberType)).toBe(true);
  expect(['text', 'uuid', 'timestamptz'].some(isNumberType)).toBe(false);
});
