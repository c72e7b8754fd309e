import type net from 'node:net';
import type { CheckNote, ConnectorCheck } from '@causeway/contract/connectors/checks.ts';
import { DEFAULT_SCHEMA } from '@causeway/contract/tables/names.ts';
import type { Checked, Egress } from '#platform/egress/egress.ts';
import {
  noAnswer,
  openSocket,
  runSteps,
  shakeHands,
  StepProblem,
  type StepWork,
} from '../check.ts';
import { tablesBySchema } from './dialect.ts';
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
      ['login', () => withClient(egress, credentials, `select split_part(version(), ' on ', 1)`)],
      ['list', () => listTables(egress, credentials)],
    ]);
  } finally {
    socket?.destroy();
  }
}

async function tryTls(socket: net.Socket, credentials: Credentials): ReturnType<StepWork> {
  const { config } = credentials;
  if (!mayUseTls(config)) return { skipped: { code: 'tls-off' } };
  const answer = await ask(socket, TLS_QUESTION);
  if (answer === 'S') return shakeHands(socket, tlsOptions(credentials), CONNECT_TIMEOUT_MS);
  if (config.tls === 'prefer') return { skipped: { code: 'tls-not-offered' } };
  throw new StepProblem({ code: 'tls-not-offered' });
}

function ask(socket: net.Socket, question: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(noAnswer(CONNECT_TIMEOUT_MS)), CONNECT_TIMEOUT_MS);
    socket.once('data', (data) => {
      clearTimeout(timer);
      resolve(data.toString('latin1', 0, 1));
    });
    socket.once('close', () => reject(new StepProblem({ code: 'connection-closed' })));
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

/** In every schema people make: tables are found wherever they are. */
async function listTables(egress: Egress, credentials: Credentials): Promise<CheckNote> {
  const { text, values } = tablesBySchema();
  const client = await connectClient(egress, credentials);
  try {
    const { rows } = await client.query<{ name: string; tables: number }>(text, values);
    const count = rows.reduce((sum, { tables }) => sum + tables, 0);
    const [first] = rows;
    if (rows.length < 2) {
      return { code: 'tables-listed', values: { count, schema: first?.name ?? DEFAULT_SCHEMA } };
    }
    const named = rows.slice(0, 5).map(({ name, tables }) => `${name} (${tables})`);
    const schemas = [...named, ...(rows.length > 5 ? ['…'] : [])].join(', ');
    return { code: 'tables-in-schemas', values: { count, schemas, number: rows.length } };
  } finally {
    await client.end().catch(() => {});
  }
}
