import type { ClientChannel } from 'ssh2';
import type { SqlConfig } from '@causeway/contract/connectors/connectors.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Egress } from '#platform/egress/egress.ts';
import { openSocket } from '../check.ts';
import { asSshFailure } from './failures.ts';
import type { SshLogin, Tunnel } from './tunnel.ts';

/** A database behind an SSH server. Of one that is not stored there is neither id nor version. */
export type TunnelTarget = Omit<SshLogin, 'ssh'> & {
  id?: string;
  updatedAt?: string;
  config: SqlConfig;
};

/**
 * The tunnels of one process: one a connector, shared by all its connections, opened when the first
 * of them is wanted and again when it was lost, closed when it carried none for a while.
 */
type Tunnels = {
  channelTo(target: TunnelTarget): Promise<ClientChannel>;
  /** Closes the tunnel of a connector that was changed or deleted as soon as it carries nothing. */
  forget(connectorId: string): void;
  close(): void;
};

type Kept = { version: string; opening: Promise<Tunnel>; tunnel?: Tunnel; address?: string };

const CONNECT_MS = 5_000;
const IDLE_MS = 60_000;
/** Who refused us is not asked again at once: servers lock out who fails too often. */
const REFUSED_MS = 10_000;

export function createTunnels(egress: Egress): Tunnels {
  const kept = new Map<string, Kept>();
  const retired = new Set<Tunnel>();
  const upkeep = setInterval(() => {
    for (const tunnel of retired) if (tunnel.channels() === 0) tunnel.close();
  }, IDLE_MS / 10);
  upkeep.unref();

  function tunnelOf(target: TunnelTarget): Kept {
    const { id = '', updatedAt: version = '' } = target;
    const known = kept.get(id);
    if (known?.version === version) return known;
    if (known) retire(known);
    const made: Kept = {
      version,
      opening: open(egress, target, (address) => (made.address = address)),
    };
    kept.set(id, made);
    const forgetIt = () => {
      if (kept.get(id) === made) kept.delete(id);
    };
    made.opening.then(
      (tunnel) => {
        made.tunnel = tunnel;
        const stopWatching = closeWhenIdle(tunnel);
        tunnel.onceClosed(() => {
          stopWatching();
          retired.delete(tunnel);
          forgetIt();
        });
      },
      (error: unknown) => {
        if (isRefusal(error)) setTimeout(forgetIt, REFUSED_MS).unref();
        else forgetIt();
      },
    );
    return made;
  }

  function whenOpen({ opening }: Kept, act: (tunnel: Tunnel) => void): void {
    // One that never opened has nothing to close.
    opening.then(act, () => {});
  }

  function retire(entry: Kept): void {
    whenOpen(entry, (tunnel) => retired.add(tunnel));
  }

  return {
    channelTo: async (target) => {
      const { host, port, database } = target.config;
      const entry = tunnelOf(target);
      const tunnel = await entry.opening;
      await egress.checkBehind(entry.address!, { host, port, database });
      return tunnel.openChannel({ host, port });
    },
    forget: (connectorId) => {
      const known = kept.get(connectorId);
      if (!known) return;
      kept.delete(connectorId);
      retire(known);
    },
    close: () => {
      clearInterval(upkeep);
      for (const entry of kept.values()) whenOpen(entry, (tunnel) => tunnel.close());
      for (const tunnel of retired) tunnel.close();
      kept.clear();
    },
  };
}

async function open(
  egress: Egress,
  { config, ...login }: TunnelTarget,
  onAddress: (address: string) => void,
): Promise<Tunnel> {
  const { ssh } = config;
  if (!ssh) throw new Failure('E_CONNECTOR_NOT_SUPPORTED');
  const { address } = await egress.resolve('data', { host: ssh.host, port: ssh.port });
  onAddress(address);
  // Before the socket, which would fail unheard meanwhile; few have a tunnel.
  const { openTunnel } = await import('./tunnel.ts');
  const socket = await openSocket(address, ssh.port, CONNECT_MS).catch((error: unknown) => {
    throw asSshFailure(error, ssh);
  });
  return openTunnel(socket, { ...login, ssh });
}

function closeWhenIdle(tunnel: Tunnel): () => void {
  let idleFor = 0;
  const step = IDLE_MS / 4;
  const timer = setInterval(() => {
    idleFor = tunnel.channels() === 0 ? idleFor + step : 0;
    if (idleFor >= IDLE_MS) tunnel.close();
  }, step);
  timer.unref();
  return () => clearInterval(timer);
}

function isRefusal(error: unknown): boolean {
  return error instanceof Failure && ['E_UPSTREAM_AUTH', 'E_SSH_HOST_KEY'].includes(error.code);
}
