import { expect, test } from 'vitest';
import type { SqlConfig } from '@causeway/contract/connectors/connectors.ts';
import { tlsOptions } from './wire.ts';

const config: SqlConfig = {
  client: 'pg',
  host: 'db.example',
  port: 5432,
  user: 'u',
  database: 'd',
  tls: 'require',
};

test('CONN-3 a certificate of who signs is asked for as libpq does, and a client shows its own', () => {
  expect(tlsOptions({ config, password: '' })).toEqual({
    servername: 'db.example',
    rejectUnauthorized: false,
  });
  const signed = tlsOptions({ config: { ...config, ca: 'CA' }, password: '' });
  expect(signed).toMatchObject({ ca: 'CA', rejectUnauthorized: true });
  expect(signed.checkServerIdentity?.('other.example', {} as never)).toBeUndefined();
  const full = tlsOptions({ config: { ...config, tls: 'verify-full', ca: 'CA' }, password: '' });
  expect(full).toEqual({ servername: 'db.example', rejectUnauthorized: true, ca: 'CA' });
  const own = { config: { ...config, clientCertificate: 'CERT' }, password: '', clientKey: 'KEY' };
  expect(tlsOptions(own)).toMatchObject({ cert: 'CERT', key: 'KEY' });
});
