import ipaddr from 'ipaddr.js';

/**
 * Who shares a limit by where they come from: an IPv4 address, or the /64 of an IPv6 one, of which
 * every line has more addresses than anybody could count.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const { parts } = parsed as ipaddr.IPv6;
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
