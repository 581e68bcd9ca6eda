import { isIPv4, isIPv6 } from 'node:net';

/** A customer's IPv6 network often is a whole /56. Texts that are no address count as `unknown`. */
export function ipNetworkOf(address: string): string {
  if (isIPv4(address)) return ipv4Network(address.split('.'));
  const groups = ipv6Groups(address);
  if (!groups) return 'unknown';
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return ipv4Network(groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]));
  const [a = 0, b = 0, c = 0, d = 0] = groups;
  return `${[a, b, c, d & 0xff00].map((group) => group.toString(16)).join(':')}::/56`;
}

const ipv4Network = ([a, b, c]: readonly (number | string)[]) => `${a}.${b}.${c}.0/24`;

function ipv6Groups(address: string): number[] | null {
  if (!isIPv6(address)) return null;
  const [withoutZone = ''] = address.split('%');
  const [head = '', tail = ''] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::');
  const numbers = (text: string) => (text ? text.split(':').map((group) => Number.parseInt(group, 16)) : []);
  const [first, last] = [numbers(head), numbers(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}
