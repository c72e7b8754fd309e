import { createHash, createPrivateKey } from 'node:crypto';
import type { Socket } from 'node:net';
import { Client, type ClientChannel, type ConnectConfig } from 'ssh2';
import type { SshConfig } from '@causeway/contract/connectors/ssh.ts';
import { Failure } from '@causeway/contract/errors.ts';
import {
  asSshFailure,
  changedHostKey,
  lost,
  unknownHostKey,
  unreachableFromThere,
} from './failures.ts';

/**
 * One SSH connection, over which the databases behind its server are reached. It is one of:
 * - opening: versions and keys are agreed on, the server's key is held against the one that was
 *   noted, then the login is sent
 * - open: carries channels, each of which is one connection to a database
 * - closed: by us, by the other side, or because it fell silent; its channels end with it
 */
export type Tunnel = {
  /** The key its server proved itself with. */
  hostKey: string;
  openChannel(place: { host: string; port: number }): Promise<ClientChannel>;
  /** How many channels it carries. */
  channels(): number;
  onceClosed(listener: () => void): void;
  close(): void;
};

export type SshLogin = {
  ssh: SshConfig;
  sshPassword?: string | undefined;
  sshKey?: string | undefined;
  /** A test notes the key of a server that was never seen before; nobody else signs in to one. */
  mayNoteHostKey?: boolean;
};

const OPENING_MS = 5_000;
const CHANNEL_MS = 5_000;
/** A server that says nothing for this long, three times, is not there any more. */
const KEEP_ALIVE_MS = 15_000;
const SILENT_TIMES = 3;
const MOST_CHANNELS = 48;
/** Twice what SSH lets the other side send unread: who sends more does not keep to it. */
const MOST_UNREAD_BYTES = 4 * 1024 * 1024;

/**
 * What is offered: nothing that rests on SHA-1, and no exchange whose group the other side chooses,
 * which costs us as much time as it likes.
 */
const algorithms: ConnectConfig['algorithms'] = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group16-sha512',
    'diffie-hellman-group14-sha256',
  ],
  serverHostKey: [
    'ssh-ed25519',
    'ecdsa-sha2-nistp256',
    'ecdsa-sha2-nistp384',
    'ecdsa-sha2-nistp521',
    'rsa-sha2-512',
    'rsa-sha2-256',
  ],
};

/** Shakes hands and signs in on a socket that leads to a checked address. */
export function openTunnel(socket: Socket, login: SshLogin): Promise<Tunnel> {
  const { ssh, sshPassword, sshKey } = login;
  const client = new Client();
  let hostKey = '';
  let refusal: Failure | undefined;
  socket.setNoDelay(true);
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      client.destroy();
      socket.destroy();
      reject(refusal ?? asSshFailure(error, ssh));
    };
    client.once('error', fail);
    client.once('close', () => fail(lost(ssh)));
    client.once('ready', () => {
      client.removeAllListeners('error').removeAllListeners('close');
      resolve(openedTunnel(client, socket, { ssh, hostKey }));
    });
    // Some servers ask for the password as a question; then it is the answer.
    client.on('keyboard-interactive', (...[, , , prompts, answer]) => {
      answer(prompts.map(() => sshPassword ?? ''));
    });
    try {
      client.connect({
        sock: socket,
        username: ssh.user,
        ...(sshKey === undefined
          ? { password: sshPassword, tryKeyboard: true }
          : { privateKey: readableKey(sshKey) }),
        hostVerifier: (key: Buffer) => {
          hostKey = fingerprintOf(key);
          refusal = refusalOf(login, hostKey);
          return refusal === undefined;
        },
        algorithms,
        readyTimeout: OPENING_MS,
        keepaliveInterval: KEEP_ALIVE_MS,
        keepaliveCountMax: SILENT_TIMES,
      });
    } catch (error) {
      fail(error);
    }
  });
}

function openedTunnel(
  client: Client,
  socket: Socket,
  { ssh, hostKey }: { ssh: SshConfig; hostKey: string },
): Tunnel {
  const channels = new Set<ClientChannel>();
  const closed = Promise.withResolvers<void>();
  let opening = 0;
  const close = () => {
    client.destroy();
    socket.destroy();
  };
  client.on('error', close);
  client.once('close', () => {
    for (const channel of channels) channel.emit('close');
    channels.clear();
    closed.resolve();
  });
  socket.on('data', () => {
    for (const channel of channels) if (channel.readableLength > MOST_UNREAD_BYTES) close();
  });

  function forward(host: string, port: number): Promise<ClientChannel> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const late = setTimeout(() => {
        isLate = true;
        reject(
          unreachableFromThere(ssh, { host, port }, `no answer within ${CHANNEL_MS / 1000} s`),
        );
      }, CHANNEL_MS);
      void closed.promise.then(() => reject(lost(ssh)));
      client.forwardOut('127.0.0.1', 0, host, port, (error, channel) => {
        clearTimeout(late);
        if (error) return reject(unreachableFromThere(ssh, { host, port }, error.message));
        channel.on('error', () => {});
        if (isLate) return channel.close();
        channel.stderr.resume();
        channels.add(channel);
        channel.once('close', () => channels.delete(channel));
        return resolve(channel);
      });
    });
  }

  return {
    hostKey,
    openChannel: async ({ host, port }) => {
      if (channels.size + opening >= MOST_CHANNELS) throw new Failure('E_CONNECTOR_BUSY');
      opening += 1;
      try {
        return await forward(host.replace(/^\[(.*)\]$/, '$1'), port);
      } finally {
        opening -= 1;
      }
    },
    channels: () => channels.size + opening,
    onceClosed: (listener) => void closed.promise.then(listener),
    close,
  };
}

/** As OpenSSH prints it. */
function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`;
}

/** Why nothing is sent to who showed this key. */
function refusalOf({ ssh, mayNoteHostKey }: SshLogin, shown: string): Failure | undefined {
  if (ssh.hostKey) return ssh.hostKey === shown ? undefined : changedHostKey(ssh, shown);
  return mayNoteHostKey ? undefined : unknownHostKey(shown);
}

/** PKCS#8, which other tools write, in a form that SSH knows. */
function readableKey(key: string): string {
  if (!key.startsWith('-----BEGIN PRIVATE KEY-----')) return key;
  const parsed = createPrivateKey(key);
  const type = parsed.asymmetricKeyType === 'rsa' ? 'pkcs1' : 'sec1';
  return parsed.export({ format: 'pem', type }).toString();
}
