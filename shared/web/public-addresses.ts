import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { AddressRefused, SiteUnreachable } from './web.ts';

/** Every address of a name; it gives up with the signal. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

/** The addresses of a name, all of them public. A private one is a sign of a trap, so the name is refused with all its addresses. */
export async function publicAddresses(host: string, resolve: Resolve, signal: AbortSignal) {
  const addresses = await resolve(host, signal);
  if (addresses.length === 0) throw new SiteUnreachable('no_such_host');
  if (!addresses.every(({ address }) => isPublicIp(address))) throw new AddressRefused();
  return addresses;
}

/**
 * Asks the name servers themselves, not the system's `getaddrinfo`: that one knows names of this machine, cannot be
 * stopped, and a few names that get no answer would hold all of the process's threads. `servers`: others than the system's.
 */
export async function resolveByDns(
  host: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<LookupAddress[]> {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const stop = () => resolver.cancel();
  signal.addEventListener('abort', stop);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    signal.throwIfAborted();
    const found = answers.flatMap((answer, at) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 }))
        : [],
    );
    if (found.length === 0) throw new SiteUnreachable(answers.every(saysNone) ? 'no_such_host' : 'no_answer');
    return found;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

const saysNone = (answer: PromiseSettledResult<unknown>) =>
  answer.status === 'rejected' && ['ENOTFOUND', 'ENODATA'].includes(answer.reason?.code);

const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an IP address, as a resolver writes it, belongs to one machine of the public internet: none of the ranges
 * for private networks, this machine, translation, tunnels, documentation and the like.
 */
function isPublicIp(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  // Its ranges leave out what nobody was given yet, and IPv4 addresses in their oldest form in IPv6.
  return address.kind() === 'ipv4' || address.match(globalUnicast);
}
