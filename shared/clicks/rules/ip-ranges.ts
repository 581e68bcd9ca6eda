import { isIPv4, isIPv6 } from 'node:net';

/** Both ends of the range are included. Only the first 64 bits of IPv6 count. */
export type IpRange<T> = readonly [start: T, end: T];
export type IpRanges = { ipv4: IpRange<number>[]; ipv6: IpRange<bigint>[] };

const networkBits = 64n;

export const ipv4Number = (address: string): number => address.split('.').reduce((number, part) => number * 256 + Number(part), 0);

function ipv6Groups(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groupsOf = (text: string) => (text ? text.split(':').map((group) => Number.parseInt(group, 16)) : []);
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

const networkNumber = (groups: readonly number[]): bigint =>
  groups.slice(0, 4).reduce((number, group) => number * 65_536n + BigInt(group), 0n);

/** Returns `null` for texts that are no network and for IPv6 networks smaller than a /64. */
export function rangeOfNetwork(ipNetwork: string): { ipv4: IpRange<number> } | { ipv6: IpRange<bigint> } | null {
  const [address = '', prefix = '', ...rest] = ipNetwork.trim().split('/');
  if (rest.length > 0 || !/^\d{1,3}$/.test(prefix)) return null;
  const bits = Number(prefix);
  if (isIPv4(address) && bits <= 32) {
    const size = 2 ** (32 - bits);
    const start = Math.floor(ipv4Number(address) / size) * size;
    return { ipv4: [start, start + size - 1] };
  }
  if (!isIPv6(address) || address.includes('%') || bits > Number(networkBits)) return null;
  const size = 1n << (networkBits - BigInt(bits));
  const start = (networkNumber(ipv6Groups(address)) / size) * size;
  return { ipv6: [start, start + size - 1n] };
}

export function joinedRanges<T extends number | bigint>(ranges: readonly IpRange<T>[], following: (end: T) => T): IpRange<T>[] {
  const joined: [T, T][] = [];
  for (const [start, end] of ranges.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    const last = joined.at(-1);
    if (!last || start > following(last[1])) joined.push([start, end]);
    else if (end > last[1]) last[1] = end;
  }
  return joined;
}

export function isInRanges(address: string, { ipv4, ipv6 }: IpRanges): boolean {
  if (isIPv4(address)) return holds(ipv4, ipv4Number(address));
  if (!isIPv6(address) || address.includes('%')) return false;
  const groups = ipv6Groups(address);
  const [, , , , , mark, high = 0, low = 0] = groups;
  if (mark === 0xffff && groups.slice(0, 5).every((group) => group === 0)) return holds(ipv4, high * 65_536 + low);
  return holds(ipv6, networkNumber(groups));
}

function holds<T extends number | bigint>(ranges: readonly IpRange<T>[], value: T): boolean {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [start, end] = ranges[middle] as IpRange<T>;
    if (value < start) high = middle - 1;
    else if (value > end) low = middle + 1;
    else return true;
  }
  return false;
}
