import type { DataCentreFile } from '#shared/clicks/rules/data-centres.ts';
import { type IpRange, joinedRanges, rangeOfNetwork } from '#shared/clicks/rules/ip-ranges.ts';

type List = { name: string; licence: string; text: string };

export function mergedDataCentres(lists: readonly List[], date: string): DataCentreFile {
  const ipv4: IpRange<number>[] = [];
  const ipv6: IpRange<bigint>[] = [];
  for (const { name, text } of lists)
    for (const line of text.split('\n')) {
      const ipNetwork = line.replace(/#.*/, '').trim();
      if (!ipNetwork) continue;
      const range = rangeOfNetwork(ipNetwork);
      if (!range) throw new Error(`${name} has a line that is no network: ${ipNetwork}`);
      if ('ipv4' in range) ipv4.push(range.ipv4);
      else ipv6.push(range.ipv6);
    }
  const hex = ([start, end]: IpRange<number | bigint>) => `${start.toString(16)}-${end.toString(16)}`;
  return {
    date,
    sources: lists.map(({ name, licence }) => ({ name, licence })),
    ipv4: joinedRanges(ipv4, (end) => end + 1).map(hex),
    ipv6: joinedRanges(ipv6, (end) => end + 1n).map(hex),
  };
}
