import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import type { SqlConfig } from '@causeway/contract/connectors.ts';
import type { Egress } from '#platform/egress/egress.ts';

/**
 * How bytes get to a Postgres and back. Values stay the text Postgres prints: its own parsers cut
 * microseconds, shift dates and lose digits.
 */
const textTypes: pg.CustomTypesConfig = {
  getTypeParser: (() => (value: string | Buffer) => value) as never,
};

export type Credentials = { config: SqlConfig; password: string };

export const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Everything a client needs, all of it explicit: what is left out, the driver would take from our
 * own environment. The address is resolved and checked here, for every new connection.
 */
export async function clientSettings(
  egress: Egress,
  { config, password }: Credentials,
  useTls: boolean,
): Promise<pg.ClientConfig> {
  const { host, port, user, database } = config;
  const checked = await egress.resolve('data', { host, port, database });
  return {
    host: checked.address,
    port,
    user,
    database,
    // A function, since an empty password would send the driver to look for a password file.
    password: () => password,
    ssl: useTls ? tlsOptions(config) : false,
    application_name: 'Causeway',
    options: '',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: textTypes,
  };
}

export function tlsOptions({ host, tls }: SqlConfig): ConnectionOptions {
  return { servername: host, rejectUnauthorized: tls === 'verify-full' };
}

export function mayUseTls({ tls }: SqlConfig): boolean {
  return tls !== 'disable';
}

/** A connected client. With `prefer`, a server that knows no TLS is asked again without it. */
export async function connectClient(
  egress: Egress,
  credentials: Credentials,
  extra: pg.ClientConfig = {},
): Promise<pg.Client> {
  try {
    return await connectOnce(egress, credentials, extra, mayUseTls(credentials.config));
  } catch (error) {
    if (credentials.config.tls !== 'prefer' || !isWithoutTls(error)) throw error;
    return connectOnce(egress, credentials, extra, false);
  }
}

export function isWithoutTls(error: unknown): boolean {
  return (error as Error).message.includes('does not support SSL');
}

async function connectOnce(
  egress: Egress,
  credentials: Credentials,
  extra: pg.ClientConfig,
  useTls: boolean,
): Promise<pg.Client> {
  const client = new pg.Client({
    ...(await clientSettings(egress, credentials, useTls)),
    ...extra,
  });
  // A connection that breaks between two statements must not end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}
