import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { Failure } from '@causeway/contract/errors.ts';
import { ifRefused } from '#platform/expected.ts';
import { type Allowed, parseAllowList } from './allow-list.ts';

/**
 * Where the product may connect to on behalf of its users. A name is resolved once, every address
 * it has is checked, and the connection goes to a checked address, so that a name that answers
 * differently the second time gains nothing.
 */
export type Egress = {
  /** The address to connect to; throws E_EGRESS_BLOCKED or E_UPSTREAM_UNREACHABLE. */
  resolve(purpose: Purpose, destination: Destination): Promise<Checked>;
  /**
   * Whether a database may be asked for at a server that stands between, whose checked address is
   * `over`. Names mean there what that server takes them for, and its network is for whoever may sign
   * in to it; so private addresses are fine. What leads back to us, or to where nobody has a database,
   * is not; and where that server is this machine, all rules hold as they do without it.
   */
  checkBehind(over: string, destination: Destination): Promise<void>;
};

export type Purpose = 'data' | 'http';
export type Destination = { host: string; port: number; database?: string };
export type Checked = { address: string; family: 4 | 6; port: number };

/** A place of our own: an address that is listened on, or the name of a server we use. */
export type OwnPlace = {
  address: string;
  port: number;
  database?: string;
  /** Of a store: for how many days it keeps what objects were before. */
  versionDays?: number;
};

type Address = ipaddr.IPv4 | ipaddr.IPv6;

export function createEgress(options: {
  allowData: string;
  allowHttp: string;
  /** The product's own ports and database: nobody gets there, whatever is allowed. */
  own: OwnPlace[];
  /** Sample services we run ourselves for users: always allowed. */
  samples: OwnPlace[];
}): Egress {
  const allowed: Record<Purpose, Allowed[]> = {
    data: parseAllowList('EGRESS_ALLOW_DATA', options.allowData),
    http: parseAllowList('EGRESS_ALLOW_HTTP', options.allowHttp),
  };

  async function check(
    purpose: Purpose,
    destination: Destination,
    address: Address,
  ): Promise<void> {
    const { host, port } = destination;
    if (options.samples.some((place) => isPlace(place, destination, address))) return;
    const range = address.range();
    for (const place of options.own) {
      if (place.port === port && (await isOwnAddress(place, address))) {
        throw blocked(host, "Causeway's own services");
      }
    }
    if (range === 'unicast' && !isMetadata(address)) return;
    if (!allowable.has(range) || isMetadata(address)) throw blocked(host, 'a reserved address');
    const isAllowed = allowed[purpose].some((entry) => {
      return (entry.port === '*' || entry.port === port) && entry.matches(host, address);
    });
    if (!isAllowed) throw privateAddress(purpose, destination);
  }

  async function checkElsewhere({ host, port }: Destination, address: Address): Promise<void> {
    const range = address.range();
    if (isMetadata(address) || !(range === 'unicast' || allowable.has(range))) {
      throw blocked(host, 'a reserved address');
    }
    // Loopback is there what it is there, not here.
    if (range === 'loopback') return;
    for (const place of options.own) {
      if (place.port === port && (await isOwnAddress(place, address))) {
        throw blocked(host, "Causeway's own services");
      }
    }
  }

  return {
    resolve: async (purpose, destination) => {
      const addresses = await resolveAll(destination.host);
      for (const { address } of addresses) {
        await check(purpose, destination, ipaddr.process(address));
      }
      const first = addresses[0];
      if (!first) throw unreachable(destination.host);
      return { address: first.address, family: first.family === 6 ? 6 : 4, port: destination.port };
    },
    checkBehind: async (over, destination) => {
      const isHere = isThisMachine(ipaddr.process(over));
      // A name that only the server between knows is its own matter.
      const known = await resolveAll(destination.host).catch(ifRefused([]));
      if (isHere && known.length === 0) throw unreachable(destination.host);
      for (const { address: text } of known) {
        const address = ipaddr.process(text);
        if (isHere) await check('data', destination, address);
        else await checkElsewhere(destination, address);
      }
    },
  };
}

function isThisMachine(address: Address): boolean {
  if (local.has(address.range())) return true;
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.some((one) => ipaddr.process(one.address).toString() === address.toString());
}

/** Private ranges an operator may open. Every other special range stays closed. */
const allowable = new Set<string>(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/** Where clouds hand out credentials, beyond what lies in link-local. */
const metadata = new Set(['fd00:ec2::254', '100.100.100.200', '168.63.129.16']);

function isMetadata(address: Address): boolean {
  return metadata.has(address.toString());
}

function isPlace(place: OwnPlace, destination: Destination, address: Address): boolean {
  return (
    place.port === destination.port &&
    place.database === destination.database &&
    ipaddr.process(place.address).toString() === address.toString()
  );
}

async function isOwnAddress(place: OwnPlace, address: Address): Promise<boolean> {
  // A name that leads nowhere is not the place asked for.
  const known = await lookup(place.address, { all: true }).catch(() => []);
  return known.some((own) => isSameHost(ipaddr.process(own.address), address));
}

const local = new Set<string>(['loopback', 'unspecified']);

/** Listening on every interface, or on one of the loopback addresses, makes each of those ours. */
function isSameHost(own: Address, address: Address): boolean {
  if (local.has(own.range())) return local.has(address.range());
  return own.toString() === address.toString();
}

async function resolveAll(host: string): Promise<{ address: string; family: number }[]> {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (bare === '' || bare.includes('/') || bare.includes('\0')) throw unreachable(host);
  try {
    return await lookup(bare, { all: true });
  } catch {
    // Why a name does not resolve is nothing the caller is told.
    throw unreachable(host);
  }
}

function blocked(host: string, what: string): Failure {
  return new Failure('E_EGRESS_BLOCKED', `'${host}' leads to ${what}, which is not allowed.`);
}

const settings: Record<Purpose, string> = { data: 'EGRESS_ALLOW_DATA', http: 'EGRESS_ALLOW_HTTP' };

/** With the very line that whoever runs the product adds to its settings. */
function privateAddress(purpose: Purpose, { host, port }: Destination): Failure {
  const allow = `${settings[purpose]}=${host}:${port}`;
  return new Failure(
    'E_EGRESS_BLOCKED',
    `'${host}' leads to a private address, which is not allowed. The operator allows it with ${allow}`,
    { allow, host },
  );
}

function unreachable(host: string): Failure {
  return new Failure('E_UPSTREAM_UNREACHABLE', `The name '${host}' can not be resolved.`, {
    step: 'dns',
  });
}
