import { expect, test } from 'vitest';
import { findSecrets } from './find-secrets.ts';

/** Put together here, so that no scanner takes this file for a leak. */
const made = (...parts: string[]) => parts.join('');

test.each([
  ['private-key', made('-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----')],
  ['connection-url', made('postgres://app:', 'pa55word@db.company.com/shop')],
  ['token', made('AK', 'IAIOSFODNN7EXAMPLQ')],
  ['token', made('ghp', '_0123456789abcdefghijABCDEFGHIJ012345')],
  ['token', made('cwk', '_0123456789abcdefghijABCDEFGHIJ0123456789abcdefghi')],
  ['token', made('sk', '_live_0123456789abcdefABCDEF')],
  ['token', made('ey', 'JhbGciOiJIUzI1NiJ9.ey', 'JzdWIiOiIxMjM0In0.c2lnbmF0dXJl')],
  ['password', "alter role app password 'correct horse'"],
  ['password', "select dblink('host=x password=hunter2hunter2')"],
  ['password', "'api_key': 'abcd1234'"],
] as const)('SNIP-1 a %s is refused: %s', (kind, text) => {
  expect(findSecrets(text)).toMatchObject([{ kind, isWarning: false }]);
});

test.each([
  ['email', 'somebody@company.com'],
  ['private-address', 'from 192.168.4.20 only'],
  ['long-code', made('f3a9c1d47be08265', '9c0d1e2f3a4b5c6d7e')],
] as const)('SNIP-1 an %s only has to be looked at: %s', (kind, text) => {
  expect(findSecrets(text)).toMatchObject([{ kind, isWarning: true }]);
});

test.each([
  'select * from users where email = :email',
  "where email like '%@example.com'",
  "select 'b1f7a0f2-7c1d-4a57-9a3e-0d6f3b2a1c4d'::uuid",
  'select password_hash, secret_count from users',
  "select coalesce(password, '') from users",
  'select pg_catalog.pg_get_constraintdef(oid), some_rather_long_name_of_a_column_2024 from t',
  "where network <<= '10.0.0.0/8'",
])('SNIP-1 plain SQL has nothing to hide: %s', (text) => {
  expect(findSecrets(text)).toEqual([]);
});

test('SNIP-1 a secret behind a text made to be hard to read is found all the same', () => {
  for (const piece of [
    'a-',
    'a.',
    'eyJaaaaaaaa-',
    'password ',
    "password '",
    'aa://b:',
    '{{a.b: ',
  ]) {
    const text = `${piece.repeat(20_000)}\n${made('AK', 'IAIOSFODNN7EXAMPLQ')}`;
    expect(findSecrets(text).map(({ kind }) => kind)).toContain('token');
  }
  const keys = '-----BEGIN PRIVATE KEY-----'.repeat(5_000);
  expect(findSecrets(keys)).toMatchObject([{ from: 0, to: keys.length, kind: 'private-key' }]);
});
