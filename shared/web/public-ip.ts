import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an IP address, as a resolver writes it, belongs to one machine of the public internet: none of the ranges
 * for private networks, this machine, translation, tunnels, documentation and the like.
 */
export function isPublicIp(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  // Its ranges leave out what nobody was given yet, and IPv4 addresses in their oldest form in IPv6.
  return address.kind() === 'ipv4' || address.match(globalUnicast);
}
