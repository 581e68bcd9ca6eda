import { isIPv4, isIPv6 } from 'node:net';

/**
 * Whom to count for an address: itself in IPv4; its /64 in IPv6, since one customer of a provider has all of it. What is
 * no address is counted together.
 */
export function callerNetwork(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped && isIPv4(mapped)) return mapped;
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return 'unknown';
  const [plain = ''] = address.split('%');
  // As URLs write it, so that every spelling is one; the last 32 bits in dots become two groups.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail)];
  return `${all.slice(0, 4).join(':')}::/64`;
}
