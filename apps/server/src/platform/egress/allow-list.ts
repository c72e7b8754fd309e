import ipaddr from 'ipaddr.js';

/** A destination the operator allows: `host:port`, `address:port` or `cidr:port`; `*` is any port. */
export type Allowed = {
  port: number | '*';
  matches(host: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean;
};

export function parseAllowList(setting: string, text: string): Allowed[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => parseEntry(setting, entry));
}

function parseEntry(setting: string, entry: string): Allowed {
  const match = /^(?:\[([^\]]+)\](\/\d+)?|([^:/]+)(\/\d+)?):(\d{1,5}|\*)$/.exec(entry);
  const place = match?.[1] ?? match?.[3];
  const size = match?.[2] ?? match?.[4] ?? '';
  const port = match?.[5];
  if (!place || !port || Number(port) > 65_535) {
    throw new Error(`${setting}: '${entry}' is not host:port, address:port or cidr:port`);
  }
  return { port: port === '*' ? '*' : Number(port), matches: placeMatcher(setting, place, size) };
}

function placeMatcher(setting: string, place: string, size: string): Allowed['matches'] {
  if (size === '' && !ipaddr.isValid(place)) {
    return (host) => host.toLowerCase() === place.toLowerCase();
  }
  const bits = ipaddr.isValid(place) && ipaddr.parse(place).kind() === 'ipv6' ? 128 : 32;
  const cidr = `${place}${size === '' ? `/${bits}` : size}`;
  if (!ipaddr.isValidCIDR(cidr)) throw new Error(`${setting}: '${cidr}' is not a network`);
  const [network, length] = ipaddr.parseCIDR(cidr);
  return (_, address) => address.kind() === network.kind() && address.match(network, length);
}
