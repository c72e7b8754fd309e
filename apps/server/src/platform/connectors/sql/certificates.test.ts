import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SqlConfig } from '@causeway/contract/connectors/connectors.ts';
import { createEgress, type Egress } from '#platform/egress/egress.ts';
import { authority, databaseClient, otherAuthority } from '#testing/database-certificates.ts';
import { startEncryptedPostgres } from '#testing/encrypted-postgres.ts';
import { tlsOptions } from './certificates.ts';
import { checkSql } from './check.ts';
import { createSqlDatabases, type SqlDatabases } from './databases.ts';
import type { Credentials } from './wire.ts';

test('CONN-3 a certificate of who signs is asked for as libpq does, and a client shows its own', () => {
  const config: SqlConfig = {
    client: 'pg',
    host: 'db.example',
    port: 5432,
    user: 'u',
    database: 'd',
    tls: 'require',
  };
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

describe('a database that speaks TLS', () => {
  let postgres: Awaited<ReturnType<typeof startEncryptedPostgres>>;
  let egress: Egress;
  let databases: SqlDatabases;
  beforeAll(async () => {
    postgres = await startEncryptedPostgres();
    const allowData = `127.0.0.1:${postgres.port},127.1:${postgres.port}`;
    egress = createEgress({ allowData, allowHttp: '', own: [], samples: [] });
    databases = createSqlDatabases(egress);
  });
  afterAll(async () => {
    await databases.close();
    await postgres.stop();
  });

  /** With a client certificate unless the change says otherwise. */
  function credentials(change: Partial<SqlConfig>, clientKey?: string): Credentials {
    const { port, user, password } = postgres;
    const clientCertificate = databaseClient.certificate;
    const rest = { client: 'pg' as const, host: '127.0.0.1', database: 'postgres' };
    const config = { ...rest, port, user, clientCertificate, tls: 'prefer' as const, ...change };
    return { config, password, clientKey: clientKey ?? databaseClient.key };
  }

  async function outcomeOf(attempt: Credentials): Promise<string> {
    const check = await checkSql(egress, attempt);
    const failed = check.steps.find(({ outcome }) => outcome === 'failed');
    return failed ? `${failed.step}: ${failed.note?.code ?? failed.message}` : 'ok';
  }

  test.each<[string, Partial<SqlConfig>, string]>([
    ['asked for, not checked', { tls: 'require' }, 'ok'],
    ['signed by the authority', { tls: 'verify-ca', ca: authority }, 'ok'],
    ['signed, for this address', { tls: 'verify-full', ca: authority }, 'ok'],
    ['signed, whatever the name', { tls: 'verify-ca', ca: authority, host: '127.1' }, 'ok'],
    [
      'for another name',
      { tls: 'verify-full', ca: authority, host: '127.1' },
      'tls: certificate-name',
    ],
    ['of another authority', { tls: 'verify-ca', ca: otherAuthority }, 'tls: certificate-unknown'],
    ['of nobody known to all', { tls: 'verify-full' }, 'tls: certificate-unknown'],
    [
      'with none to show',
      { tls: 'require', clientCertificate: null },
      'login: connection requires a valid client certificate',
    ],
  ])('CONN-3 certificates: %s', async (_, change, outcome) => {
    expect(await outcomeOf(credentials(change))).toBe(outcome);
  });

  test('CONN-3 a key that is not that of the client certificate is told as that', async () => {
    const stranger = databaseClient.key.replace(/\n[^-]{20}/, `\n${'A'.repeat(19)}`);
    expect(await outcomeOf(credentials({ tls: 'require' }, stranger))).toBe(
      'tls: certificate-unreadable',
    );
  });

  test('CONN-3 work on such a database says the same in words that help', async () => {
    const target = (change: Partial<SqlConfig>, id: string) => ({
      id,
      updatedAt: '1',
      ...credentials(change),
    });
    const good = target({ tls: 'verify-full', ca: authority }, 'good');
    const told = await databases.read(
      good,
      'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
    );
    expect(told.rows).toEqual([['t']]);
    const wrong = target({ tls: 'verify-full', ca: otherAuthority }, 'wrong');
    await expect(databases.read(wrong, 'select 1')).rejects.toMatchObject({
      code: 'E_UPSTREAM_TLS',
      message: expect.stringContaining('Enter the certificate of the authority'),
    });
  });
});
