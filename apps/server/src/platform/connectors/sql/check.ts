import type net from 'node:net';
import type { ConnectorCheck } from '@causeway/contract/connectors.ts';
import type { Checked, Egress } from '#platform/egress/egress.ts';
import { openSocket, runSteps, shakeHands } from '../check.ts';
import { tablesOf } from './dialect.ts';
import {
  CONNECT_TIMEOUT_MS,
  connectClient,
  type Credentials,
  mayUseTls,
  tlsOptions,
} from './wire.ts';

/** Postgres' question whether the server speaks TLS: length 8, code 80877103. */
const TLS_QUESTION = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Tries a database step by step: name, port, encryption, login, first list. */
export async function checkSql(egress: Egress, credentials: Credentials): Promise<ConnectorCheck> {
  const { config } = credentials;
  let checked: Checked | undefined;
  let socket: net.Socket | undefined;
  try {
    return await runSteps([
      [
        'dns',
        async () => {
          checked = await egress.resolve('data', config);
          return checked.address;
        },
      ],
      [
        'tcp',
        async () => {
          socket = await openSocket(checked!.address, config.port, CONNECT_TIMEOUT_MS);
          return `${checked!.address}:${config.port}`;
        },
      ],
      ['tls', () => tryTls(socket!, credentials)],
      ['login', () => withClient(egress, credentials, 'select version()')],
      ['list', () => listTables(egress, credentials)],
    ]);
  } finally {
    socket?.destroy();
  }
}

async function tryTls(
  socket: net.Socket,
  { config }: Credentials,
): Promise<string | { skipped: string }> {
  if (!mayUseTls(config)) return { skipped: 'Switched off for this connector' };
  const answer = await ask(socket, TLS_QUESTION);
  if (answer === 'S') return shakeHands(socket, tlsOptions(config), CONNECT_TIMEOUT_MS);
  if (config.tls === 'prefer') return { skipped: 'The server offers no TLS' };
  throw new Error('The server offers no TLS');
}

function ask(socket: net.Socket, question: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No answer')), CONNECT_TIMEOUT_MS);
    socket.once('data', (data) => {
      clearTimeout(timer);
      resolve(data.toString('latin1', 0, 1));
    });
    socket.once('close', () => reject(new Error('The server closed the connection')));
    socket.write(question);
  });
}

async function withClient(
  egress: Egress,
  credentials: Credentials,
  text: string,
  values: unknown[] = [],
): Promise<string> {
  const client = await connectClient(egress, credentials);
  try {
    const { rows, rowCount } = await client.query<Record<string, string>>(text, values);
    return rowCount === 1 ? (Object.values(rows[0] ?? {})[0] ?? '') : String(rowCount);
  } finally {
    await client.end().catch(() => {});
  }
}

async function listTables(egress: Egress, credentials: Credentials): Promise<string> {
  const question = tablesOf('public', 100_000);
  const text = `select count(*) from (${question.text}) as listed`;
  return `${await withClient(egress, credentials, text, question.values)} tables in public`;
}
