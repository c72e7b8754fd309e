import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { SqlConfig } from '@causeway/contract/connectors/connectors.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { databaseSocket } from '#platform/db/database-socket.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';
import type { SshLogin } from '../ssh/tunnel.ts';
import { tlsOptions } from './certificates.ts';
import type { Lines } from './lines.ts';

/**
 * How bytes get to a Postgres and back. Values stay the text Postgres prints: its own parsers cut
 * microseconds, shift dates and lose digits.
 */
const textTypes: pg.CustomTypesConfig = {
  getTypeParser: (() => (value: string | Buffer) => value) as never,
};

export type Credentials = Pick<SshLogin, 'sshPassword' | 'sshKey'> & {
  /** Of a stored one: by which its tunnel is known. */
  id?: string;
  updatedAt?: string;
  config: SqlConfig;
  password: string;
  clientKey?: string | undefined;
  readerRole?: string;
};

/**
 * What Postgres' parser in our process takes for granted when it reads a statement. A role or a
 * database may have been set up otherwise; then the server would read another statement than the one
 * that was judged. The encoding the driver sets itself, always to UTF-8.
 */
const ASSUMED_BY_PARSER = '-c standard_conforming_strings=on -c backslash_quote=safe_encoding';
/**
 * How values are printed and read, whatever the role is set to: rows are found again and restored by
 * what was printed, perhaps on another connection and long afterwards. Floats have all their digits,
 * and NULL in an array is none and no text.
 */
const EXACT_VALUES = [
  'extra_float_digits=1',
  'intervalstyle=postgres',
  'bytea_output=hex',
  'array_nulls=on',
  'xmloption=content',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/**
 * The driver's client, which sends every statement by the extended protocol: that takes one statement
 * and no more, whatever the text says. It also hears what the server says of its settings, and takes
 * on the role of readers where there is one.
 */
export class ExtendedClient extends pg.Client {
  readonly reported = new Map<string, string>();
  /** The most bytes of an answer to what reads it by itself: a tap, a cursor or a copy counts its own. */
  protected readonly mostAnswered: number = Infinity;
  /** Since a statement was sent or, between two of them, since the last one ended. */
  #heard = 0;
  #most = MOST_UNASKED;

  constructor(settings?: pg.ClientConfig) {
    super(settings);
    const { connection } = this as unknown as { connection: Connection };
    const attach = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream) => {
      attach(stream);
      this.#hearWithinLimits(connection, stream);
    };
    connection.on('parameterStatus', (told: { parameterName: string; parameterValue: string }) => {
      this.reported.set(told.parameterName, told.parameterValue);
    });
  }

  /** Whoever runs a database of their own makes it say as much as they like. */
  #hearWithinLimits(connection: Connection, stream: Duplex): void {
    const driver = this as unknown as { readyForQuery?: boolean };
    stream.on('data', (piece: Buffer) => {
      this.#heard += piece.length;
      const isAsked = driver.readyForQuery === false;
      if (this.#heard > (isAsked ? this.#most : MOST_UNASKED)) {
        stream.destroy(new Failure('E_RESULT_TOO_LARGE'));
      }
    });
    connection.on('readyForQuery', () => {
      this.#heard = 0;
    });
  }

  /** Without a word: who does not answer would not hang up either. */
  hangUp(): void {
    (this as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
  }

  override query(asked: unknown, ...more: unknown[]): never {
    this.#heard = 0;
    const query = super.query.bind(this) as (...sent: unknown[]) => never;
    const isSubmittable = typeof (asked as { submit?: unknown }).submit === 'function';
    this.#most = isSubmittable ? this.mostAnswered : MOST_OF_OWN;
    if (isSubmittable) return query(asked, ...more);
    const written = typeof asked === 'string' ? { text: asked } : (asked as object);
    return query({ ...written, queryMode: 'extended' }, ...more);
  }
}

type Connection = EventEmitter & { attachListeners(stream: Duplex): void };

/** Settings, notices and a few words: all that a server says before and between statements. */
const MOST_UNASKED = 1_048_576;
/** Large catalogs are told in tens of megabytes. */
const MOST_OF_OWN = 128 * 1_048_576;

/** For statements of our own, whose answers are held whole. */
export class OwnStatementsClient extends ExtendedClient {
  protected override readonly mostAnswered = MOST_OF_OWN;
}

/** Poolers may swallow what a connection is told at its beginning; then nothing runs on it. */
export function checkReadsAsWeDo(client: pg.Client): void {
  const { reported } = client as ExtendedClient;
  const isRead = reported.get('standard_conforming_strings') !== 'off';
  const encoding = reported.get('client_encoding') ?? 'UTF8';
  if (isRead && encoding === 'UTF8') return;
  throw new Failure(
    'E_UPSTREAM_FAILED',
    'The database reads text in another way than the SQL standard says, and can not be told to.',
  );
}

/**
 * Dates are printed year first, which can mean one day only; written ones are read in the order that
 * the role is set to. Undefined where they are so already.
 */
export function findUnambiguousDates(client: pg.Client): string | undefined {
  const [style, order] = (client as ExtendedClient).reported.get('DateStyle')?.split(', ') ?? [];
  return style === undefined || style === 'ISO' ? undefined : `ISO,${order ?? 'MDY'}`;
}

/** `18.1 (Debian …)` is 18. */
export function majorVersionOf(client: pg.Client): number {
  const { reported } = client as ExtendedClient;
  return Number.parseInt(reported.get('server_version') ?? '', 10) || 0;
}

/** Makes a connection one on which everything runs as the role of readers. */
export async function takeRole(client: pg.ClientBase, readerRole: string | undefined) {
  if (readerRole !== undefined) await client.query(`set role ${quoteIdentifier(readerRole)}`);
}

/**
 * Everything a client needs, all of it explicit: what is left out, the driver would take from our
 * own environment. The way there is checked for every new connection.
 */
export async function clientSettings(
  lines: Lines,
  credentials: Credentials,
  useTls: boolean,
): Promise<pg.ClientConfig> {
  const { config, password } = credentials;
  const { user, database } = config;
  return {
    stream: databaseSocket,
    ...(await lines.to(credentials)),
    user,
    database,
    // A function, since an empty password would send the driver to look for a password file.
    password: () => password,
    ssl: useTls ? tlsOptions(credentials) : false,
    application_name: 'Causeway',
    options: `${ASSUMED_BY_PARSER} ${EXACT_VALUES}`,
    keepAlive: true,
    types: textTypes,
  };
}

export function mayUseTls({ tls }: SqlConfig): boolean {
  return tls !== 'disable';
}

/** A connected client. With `prefer`, a server that knows no TLS is asked again without it. */
export async function connectClient(
  lines: Lines,
  credentials: Credentials,
  extra: pg.ClientConfig = {},
  over?: AbortSignal,
): Promise<pg.Client> {
  try {
    return await connectOnce(lines, credentials, {
      extra,
      useTls: mayUseTls(credentials.config),
      over,
    });
  } catch (error) {
    if (credentials.config.tls !== 'prefer' || !isWithoutTls(error)) throw error;
    return connectOnce(lines, credentials, { extra, useTls: false, over });
  }
}

export function isWithoutTls(error: unknown): boolean {
  return (error as Error).message.includes('does not support SSL');
}

type Connecting = {
  extra: pg.ClientConfig;
  useTls: boolean;
  /** Ends the connection, however far it is. */
  over: AbortSignal | undefined;
};

async function connectOnce(
  lines: Lines,
  credentials: Credentials,
  { extra, useTls, over }: Connecting,
): Promise<pg.Client> {
  const settings = await clientSettings(lines, credentials, useTls);
  over?.throwIfAborted();
  const client = new ExtendedClient({
    ...settings,
    ...extra,
    options: [settings.options, extra.options].filter(Boolean).join(' '),
  });
  // A connection that breaks between two statements must not end the process.
  client.on('error', () => {});
  const hangUp = () => client.hangUp();
  over?.addEventListener('abort', hangUp);
  client.once('end', () => over?.removeEventListener('abort', hangUp));
  try {
    await client.connect();
    checkReadsAsWeDo(client);
    const dates = findUnambiguousDates(client);
    // Set on the way in: what is set later does not outlast a reset.
    if (dates !== undefined && !extra.options?.includes(DATE_STYLE)) {
      await client.end();
      const options = `${extra.options ?? ''} ${DATE_STYLE}${dates}`;
      return await connectOnce(lines, credentials, { extra: { ...extra, options }, useTls, over });
    }
    await takeRole(client, credentials.readerRole);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

const DATE_STYLE = '-c datestyle=';
