import type pg from 'pg';
import type { Egress } from '#platform/egress/egress.ts';
import { TunnelledSocket } from '../ssh/tunnelled-socket.ts';
import { createTunnels, type TunnelTarget } from '../ssh/tunnels.ts';

/**
 * How a connection gets to a database: straight to an address that was checked, or over an SSH
 * server. Whatever opens a connection, asks here.
 */
export type Lines = {
  to(target: TunnelTarget): Promise<Way>;
  /** Closes what is open to a connector that was changed or deleted, when its work is done. */
  forget(connectorId: string): void;
  close(): void;
};

/** What the driver is told of where to go. */
type Way = Pick<pg.ClientConfig, 'host' | 'port' | 'stream' | 'connectionTimeoutMillis'>;

export const CONNECT_TIMEOUT_MS = 5_000;
/** Who works, and does not only try whether it works, may meet a database or a machine that is busy. */
const PATIENT_MS = 2 * CONNECT_TIMEOUT_MS;

export function createLines(egress: Egress): Lines {
  const tunnels = createTunnels(egress);
  return {
    to: async (target) => {
      const { host, port, database, ssh } = target.config;
      if (ssh) return wayThrough(target, () => tunnels.channelTo(target));
      const { address } = await egress.resolve('data', { host, port, database });
      return { host: address, port, connectionTimeoutMillis: PATIENT_MS };
    },
    forget: (connectorId) => tunnels.forget(connectorId),
    close: () => tunnels.close(),
  };
}

/** By channels of a tunnel, a new one for each connection. */
export function wayThrough(
  { config: { host, port } }: TunnelTarget,
  openChannel: ConstructorParameters<typeof TunnelledSocket>[0],
): Way {
  return {
    host,
    port,
    stream: () => new TunnelledSocket(openChannel),
    // The way to the SSH server, and from there.
    connectionTimeoutMillis: PATIENT_MS,
  };
}
