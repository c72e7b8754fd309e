import ipaddr from 'ipaddr.js';

/**
 * Who shares a limit by where they come from: an IPv4 address, or the /64 of an IPv6 one, of which
 * every line has more addresses than anybody could count.
 */
export function networkOf(address: string): string {
  const known = networks.get(address);
  if (known !== undefined) return known;
  const network = findNetwork(address);
  if (networks.size >= MOST_KNOWN) networks.clear();
  networks.set(address, network);
  return network;
}

// Every request asks, and the same few call again and again.
const networks = new Map<string, string>();
const MOST_KNOWN = 1_000;

function findNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const { parts } = parsed as ipaddr.IPv6;
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
