import { timingSafeEqual } from 'node:crypto';
import { connect } from 'node:net';
import { once } from 'node:events';
import ssh2, { type AuthContext, type Connection } from 'ssh2';

const { Server, utils } = ssh2;

/**
 * An SSH server as it stands in front of somebody's databases: lets in who has the password or the
 * key, and opens whatever address it is asked for, as seen from where it stands.
 */
export type SshServer = {
  port: number;
  user: string;
  password: string;
  /** Of who may sign in, in OpenSSH's form. */
  privateKey: string;
  /** How many are signed in. */
  connections(): number;
  /** How often somebody tried to sign in. */
  logins(): number;
  /** Where it was asked to lead to, in order. */
  asked: string[];
  /** Ends all that is open, as a server does that is started anew. */
  cut(): void;
  stop(): Promise<void>;
};

export async function startSshServer(options: { port?: number } = {}): Promise<SshServer> {
  const hostKey = utils.generateKeyPairSync('ed25519');
  const person = utils.generateKeyPairSync('ed25519');
  const user = 'tunneller';
  const password = 'canary-ssh-password';
  const open = new Set<Connection>();
  const asked: string[] = [];
  let logins = 0;

  const server = new Server({ hostKeys: [hostKey.private] }, (connection) => {
    connection.on('error', () => {});
    connection.on('close', () => open.delete(connection));
    connection.on('authentication', (attempt) => {
      logins += 1;
      if (isWelcome(attempt)) attempt.accept();
      else attempt.reject(['publickey', 'password']);
    });
    connection.on('ready', () => open.add(connection));
    connection.on('tcpip', (accept, reject, { destIP, destPort }) => {
      asked.push(`${destIP}:${destPort}`);
      const line = connect(destPort, destIP);
      let isOpen = false;
      line.once('connect', () => {
        isOpen = true;
        const channel = accept();
        channel.on('error', () => {});
        line.pipe(channel).pipe(line);
        channel.on('close', () => line.destroy());
        line.on('close', () => channel.close());
      });
      line.on('error', () => isOpen || reject());
    });
  });

  function isWelcome(attempt: AuthContext): boolean {
    if (attempt.username !== user) return false;
    if (attempt.method === 'password') return attempt.password === password;
    if (attempt.method !== 'publickey') return false;
    const allowed = utils.parseKey(person.public);
    if (allowed instanceof Error || Array.isArray(allowed)) throw new Error('Not a key');
    const own = allowed.getPublicSSH();
    const { data } = attempt.key;
    if (data.length !== own.length || !timingSafeEqual(data, own)) return false;
    return !attempt.signature || allowed.verify(attempt.blob!, attempt.signature);
  }

  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => open.forEach((connection) => connection.end());
  return {
    port: (server.address() as { port: number }).port,
    user,
    password,
    privateKey: person.private,
    connections: () => open.size,
    logins: () => logins,
    asked,
    cut,
    stop: async () => {
      cut();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
