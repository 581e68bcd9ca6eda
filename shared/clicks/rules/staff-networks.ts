import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** A single address is personal data, so a network's prefix is within these bounds. */
export const prefixBounds = { ipv4: [16, 24], ipv6: [48, 56] } as const;

export function problemOfNetwork(ipNetwork: string): string | undefined {
  const [address = '', prefix = '', ...rest] = ipNetwork.split('/');
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) && !address.includes('%') ? 'ipv6' : undefined;
  if (!family || rest.length > 0) return 'A network such as 203.0.113.0/24 or 2001:db8:1::/48 expected';
  const [shortest, longest] = prefixBounds[family];
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) < shortest || Number(prefix) > longest)
    return `A prefix of /${shortest} to /${longest} expected`;
  const network = networkOf(address, Number(prefix));
  return network === null ? undefined : `The network of this address is ${network}/${prefix}`;
}

/** Returns the network of an address that has bits behind the prefix, which name a single machine. */
function networkOf(address: string, prefix: number): string | null {
  const isV4 = isIPv4(address);
  const width = isV4 ? 8 : 16;
  const parts = isV4 ? address.split('.').map(Number) : ipv6Groups(address).map((part) => Number.parseInt(part, 16));
  const masked = parts.map((part, at) => {
    const freeBits = width - Math.min(width, Math.max(0, prefix - width * at));
    return (part >> freeBits) << freeBits;
  });
  if (masked.every((part, at) => part === parts[at])) return null;
  if (isV4) return masked.join('.');
  return new URL(`http://[${masked.map((part) => part.toString(16)).join(':')}]`).hostname.slice(1, -1);
}

function ipv6Groups(address: string): string[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groupsOf = (text: string) => (text ? text.split(':') : []);
  const [first, last] = [groupsOf(head), groupsOf(tail)];
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}

const lists = new WeakMap<readonly string[], BlockList>();

export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return false;
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : undefined;
  if (!family) return false;
  let list = lists.get(networks);
  if (!list) {
    list = new BlockList();
    for (const ipNetwork of networks) {
      const [start = '', prefix] = ipNetwork.split('/');
      list.addSubnet(start, Number(prefix), isIPv4(start) ? 'ipv4' : 'ipv6');
    }
    lists.set(networks, list);
  }
  return list.check(address, family);
}

/** The result has an address of each /24 or /56 in the network, at most 256. */
export function addressesIn(ipNetwork: string): string[] {
  const [start = '', prefix = ''] = ipNetwork.split('/');
  if (isIPv4(start)) {
    const [a = 0, b = 0, c = 0] = start.split('.').map(Number);
    const size = 2 ** (prefixBounds.ipv4[1] - Number(prefix));
    const first = c - (c % size);
    return Array.from({ length: size }, (_, at) => `${a}.${b}.${first + at}.0`);
  }
  const groups = ipv6Groups(start);
  const subnet = Number.parseInt(groups[3] ?? '0', 16) >> 8;
  const size = 2 ** (prefixBounds.ipv6[1] - Number(prefix));
  const lowest = subnet - (subnet % size);
  return Array.from({ length: size }, (_, at) => [...groups.slice(0, 3), ((lowest + at) << 8).toString(16)].join(':').concat('::'));
}
