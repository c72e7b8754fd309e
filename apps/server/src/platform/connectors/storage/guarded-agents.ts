import type { Agent } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import type { Duplex } from 'node:stream';
import type { Egress } from '#platform/egress/egress.ts';
import { http } from '#platform/http/node-http.ts';

type Connect = (error: Error | null, stream?: Duplex) => void;
type Wanted = { host?: string; port?: number | string; servername?: string };

const AGENT = { keepAlive: true, maxSockets: 50, timeout: 60_000 };

/**
 * Agents whose every connection is resolved and checked first. Overriding the connection itself is
 * the only place that also sees addresses given as numbers.
 */
export function createGuardedAgents(egress: Egress): {
  httpAgent: Agent;
  httpsAgent: https.Agent;
} {
  const httpAgent = new http.Agent(AGENT);
  const httpsAgent = new https.Agent(AGENT);
  guard(httpAgent, (options) => net.connect(options as net.NetConnectOpts));
  guard(httpsAgent, (options) => tls.connect(options as tls.ConnectionOptions));
  return { httpAgent, httpsAgent };

  function guard(agent: Agent, open: (options: Wanted) => Duplex): void {
    const guarded = (wanted: Wanted, connect: Connect) => {
      void checkedDestination(egress, wanted)
        .then((checked) => connect(null, open({ ...wanted, ...checked })))
        // oxlint-disable-next-line promise/no-callback-in-promise -- node's agents take a callback
        .catch((error: Error) => connect(error));
    };
    Object.assign(agent, { createConnection: guarded });
  }
}

/** Where to connect to, and the name its certificate has to bear. */
export async function checkedDestination(
  egress: Egress,
  { host = '', port, servername = host }: Wanted,
): Promise<{ host: string; port: number; servername: string }> {
  const checked = await egress.resolve('data', { host, port: Number(port) });
  return {
    host: checked.address,
    port: checked.port,
    servername: net.isIP(host) ? '' : servername,
  };
}
