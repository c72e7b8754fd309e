import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import type { Duplex } from 'node:stream';
import type { Egress } from '#platform/egress/egress.ts';

type Connect = (error: Error | null, stream?: Duplex) => void;
type Wanted = { host?: string; port?: number | string; servername?: string };

const AGENT = { keepAlive: true, maxSockets: 50, timeout: 60_000 };

/**
 * Agents whose every connection is resolved and checked first. Overriding the connection itself is
 * the only place that also sees addresses given as numbers.
 */
export function createGuardedAgents(egress: Egress): {
  httpAgent: http.Agent;
  httpsAgent: https.Agent;
} {
  const httpAgent = new http.Agent(AGENT);
  const httpsAgent = new https.Agent(AGENT);
  guard(httpAgent, (options) => net.connect(options as net.NetConnectOpts));
  guard(httpsAgent, (options) => tls.connect(options as tls.ConnectionOptions));
  return { httpAgent, httpsAgent };

  function guard(agent: http.Agent, open: (options: Wanted) => Duplex): void {
    const guarded = (wanted: Wanted, connect: Connect) => {
      const host = wanted.host ?? '';
      void egress
        .resolve('data', { host, port: Number(wanted.port) })
        .then((checked) => {
          const servername = net.isIP(host) ? '' : (wanted.servername ?? host);
          connect(null, open({ ...wanted, host: checked.address, servername }));
        })
        // oxlint-disable-next-line promise/no-callback-in-promise -- node's agents take a callback
        .catch((error: Error) => connect(error));
    };
    Object.assign(agent, { createConnection: guarded });
  }
}
