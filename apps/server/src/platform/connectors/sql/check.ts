import type { Duplex } from 'node:stream';
import type { CheckNote, ConnectorCheck } from '@causeway/contract/connectors/checks.ts';
import type { SshConfig } from '@causeway/contract/connectors/ssh.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { DEFAULT_SCHEMA } from '@causeway/contract/tables/names.ts';
import type { Egress } from '#platform/egress/egress.ts';
import {
  noAnswer,
  openSocket,
  runSteps,
  shakeHands,
  StepProblem,
  type StepName,
  type StepWork,
} from '../check.ts';
import type { openTunnel, Tunnel } from '../ssh/tunnel.ts';
import { certificateProblem, tlsOptions } from './certificates.ts';
import { tablesBySchema } from './dialect.ts';
import { CONNECT_TIMEOUT_MS, createLines, type Lines, wayThrough } from './lines.ts';
import { connectClient, type Credentials, mayUseTls } from './wire.ts';

/** Postgres' question whether the server speaks TLS: length 8, code 80877103. */
const TLS_QUESTION = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** What the steps hand on to each other. */
type Attempt = { lines: Lines; address: string; stream?: Duplex; tunnel?: Tunnel };

/** Tries a database step by step: name, port, encryption, login, first list. */
export async function checkSql(egress: Egress, credentials: Credentials): Promise<ConnectorCheck> {
  const { ssh } = credentials.config;
  const attempt: Attempt = { lines: createLines(egress), address: '' };
  const way = ssh
    ? stepsOverSsh(egress, credentials, ssh, attempt)
    : stepsStraight(egress, credentials, attempt);
  try {
    return await runSteps([
      ...way,
      ['tls', () => tryTls(attempt.stream!, credentials)],
      ['login', () => tryLogin(attempt.lines, credentials)],
      ['list', () => listTables(attempt.lines, credentials)],
    ]);
  } finally {
    attempt.stream?.destroy();
    attempt.tunnel?.close();
    attempt.lines.close();
  }
}

function stepsStraight(
  egress: Egress,
  { config }: Credentials,
  attempt: Attempt,
): [StepName, StepWork][] {
  const { port } = config;
  return [
    [
      'dns',
      async () => {
        attempt.address = (await egress.resolve('data', config)).address;
        return attempt.address;
      },
    ],
    [
      'tcp',
      async () => {
        attempt.stream = await openSocket(attempt.address, port, CONNECT_TIMEOUT_MS);
        return `${attempt.address}:${port}`;
      },
    ],
  ];
}

/** Each hop by itself: to the SSH server, into it, and from there to the database. */
function stepsOverSsh(
  egress: Egress,
  credentials: Credentials,
  ssh: SshConfig,
  attempt: Attempt,
): [StepName, StepWork][] {
  const { host, port, database } = credentials.config;
  let open: typeof openTunnel;
  let socket: Awaited<ReturnType<typeof openSocket>>;
  const openChannel = async () => {
    await egress.checkBehind(attempt.address, { host, port, database });
    return attempt.tunnel!.openChannel({ host, port });
  };
  return [
    [
      'ssh-dns',
      async () => {
        attempt.address = (await egress.resolve('data', ssh)).address;
        return attempt.address;
      },
    ],
    [
      'ssh-tcp',
      async () => {
        // Before the socket, which would fail unheard meanwhile; few have a tunnel.
        ({ openTunnel: open } = await import('../ssh/tunnel.ts'));
        socket = await openSocket(attempt.address, ssh.port, CONNECT_TIMEOUT_MS);
        return `${attempt.address}:${ssh.port}`;
      },
    ],
    [
      'ssh-login',
      async () => {
        const login = { ...credentials, ssh, mayNoteHostKey: true };
        attempt.tunnel = await open(socket, login).catch(tellChangedKey);
        attempt.lines.close();
        attempt.lines = {
          to: async () => wayThrough(credentials, openChannel),
          forget: () => {},
          close: () => {},
        };
        const fingerprint = attempt.tunnel.hostKey;
        return { code: ssh.hostKey ? 'host-key-known' : 'host-key-noted', values: { fingerprint } };
      },
    ],
    [
      'forward',
      async () => {
        attempt.stream = await openChannel();
        return `${host}:${port}`;
      },
    ],
  ];
}

function tellChangedKey(error: unknown): never {
  const { shown, noted } = (error instanceof Failure && error.details) || {};
  if (typeof shown !== 'string' || typeof noted !== 'string') throw error;
  throw new StepProblem({ code: 'host-key-changed', values: { shown, noted } });
}

async function tryTls(socket: Duplex, credentials: Credentials): ReturnType<StepWork> {
  const { config } = credentials;
  if (!mayUseTls(config)) return { skipped: { code: 'tls-off' } };
  const answer = await ask(socket, TLS_QUESTION);
  if (answer === 'S') {
    return shakeHands(socket, tlsOptions(credentials), CONNECT_TIMEOUT_MS).catch(tellCertificate);
  }
  if (config.tls === 'prefer') return { skipped: { code: 'tls-not-offered' } };
  throw new StepProblem({ code: 'tls-not-offered' });
}

/** In words that say what to do about it. */
function tellCertificate(error: unknown): never {
  const note = certificateProblem(error);
  throw note ? new StepProblem(note) : error;
}

function ask(socket: Duplex, question: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(noAnswer(CONNECT_TIMEOUT_MS)), CONNECT_TIMEOUT_MS);
    socket.once('data', (data: Buffer) => {
      clearTimeout(timer);
      resolve(data.toString('latin1', 0, 1));
    });
    socket.once('close', () => reject(new StepProblem({ code: 'connection-closed' })));
    socket.write(question);
  });
}

async function tryLogin(lines: Lines, credentials: Credentials): Promise<string> {
  const client = await connectClient(lines, credentials).catch(tellCertificate);
  try {
    const asked = `select split_part(version(), ' on ', 1) as version`;
    const { rows } = await client.query<{ version: string }>(asked);
    return rows[0]?.version ?? '';
  } finally {
    await client.end().catch(() => {});
  }
}

/** In every schema people make: tables are found wherever they are. */
async function listTables(lines: Lines, credentials: Credentials): Promise<CheckNote> {
  const { text, values } = tablesBySchema();
  const client = await connectClient(lines, credentials);
  try {
    // On this wire numbers too come as they are written.
    const { rows } = await client.query<{ name: string; tables: string }>(text, values);
    const count = rows.reduce((sum, { tables }) => sum + Number(tables), 0);
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
