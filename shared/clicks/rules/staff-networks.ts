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
  return undefined;
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
  const [head = '', tail = ''] = new URL(`http://[${start}]`).hostname.slice(1, -1).split('::');
  const groupsOf = (text: string) => (text ? text.split(':') : []);
  const [first, last] = [groupsOf(head), groupsOf(tail)];
  const groups = [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
  const subnet = Number.parseInt(groups[3] ?? '0', 16) >> 8;
  const size = 2 ** (prefixBounds.ipv6[1] - Number(prefix));
  const lowest = subnet - (subnet % size);
  return Array.from({ length: size }, (_, at) =>
    [...groups.slice(0, 3), ((lowest + at) << 8).toString(16)].join(':').concat('::'),
  );
}
