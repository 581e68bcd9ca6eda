import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { AddressRefused, SiteUnreachable } from './web.ts';

const globalUnicast = ipaddr.parseCIDR('2000::/3');

function isPublicIp(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  // The library's ranges lack unassigned addresses and IPv4's oldest form in IPv6.
  return address.kind() === 'ipv4' || address.match(globalUnicast);
}

export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

/** Only URLs of `webAddress` whose hosts have public addresses alone are fetched. A private address is a trap. */
export async function publicAddresses(host: string, resolve: Resolve, signal: AbortSignal) {
  const addresses = await resolve(host, signal);
  if (addresses.length === 0) throw new SiteUnreachable('no_such_host');
  if (!addresses.every(({ address }) => isPublicIp(address))) throw new AddressRefused();
  return addresses;
}

/** `getaddrinfo` resolves names of this machine too, and cannot be stopped. */
export async function resolveByDns(host: string, signal: AbortSignal, servers?: readonly string[]): Promise<LookupAddress[]> {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const stop = () => resolver.cancel();
  signal.addEventListener('abort', stop);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    signal.throwIfAborted();
    const addresses = answers.flatMap((answer, at) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
    );
    if (addresses.length === 0) throw new SiteUnreachable(answers.every(hasNoAddress) ? 'no_such_host' : 'no_answer');
    return addresses;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

const hasNoAddress = (answer: PromiseSettledResult<unknown>) =>
  answer.status === 'rejected' && ['ENOTFOUND', 'ENODATA'].includes(answer.reason?.code);
