import { BlockList, connect } from 'node:net';
import type { Dial, Target } from '#shared/web/open-socket.ts';
import { safeFetch } from '#shared/web/safe-fetch.ts';
import type { Farm } from './servers.ts';

/** IANA's registries of special-purpose addresses are not the service's own source. */
const special4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
  203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`;
const special6 = '2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20';

const listOf = (ranges: string, family: 'ipv4' | 'ipv6') => {
  const list = new BlockList();
  for (const range of ranges.split(/\s+/)) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};
const [not4, not6, all6] = [listOf(special4, 'ipv4'), listOf(special6, 'ipv6'), listOf('2000::/3', 'ipv6')];

export const isPublic = (address: string) =>
  address.includes(':') ? all6.check(address, 'ipv6') && !not6.check(address, 'ipv6') : !not4.check(address, 'ipv4');

type Answers = readonly string[] | (() => readonly string[]);
const siteAddress = '93.184.215.14';

const zone = (): Record<string, Answers> => {
  let asked = 0;
  return {
    'inner.example.com': ['10.0.0.7'],
    'this-machine.example.com': ['127.0.0.1'],
    'any.example.com': ['0.0.0.0'],
    'link.example.com': ['169.254.169.254'],
    'six.example.com': ['::1'],
    'mapped-six.example.com': ['::ffff:93.184.215.14'],
    'unique.example.com': ['fd00:ec2::254'],
    'mixed.example.com': ['93.184.215.14', '192.168.1.1'],
    'mixed-six.example.com': ['93.184.215.14', 'fe80::1'],
    'rebinding.example.com': () => (asked++ === 0 ? [siteAddress] : ['127.0.0.1']),
    'nowhere.example.com': [],
  };
};

export function publicInternet({ plainPort, securePort, silentPort }: Omit<Farm, 'certificate'>) {
  const dialled: Target[] = [];
  const asked: string[] = [];
  const names = zone();
  const resolve = async (host: string, signal: AbortSignal) => {
    asked.push(host);
    if (host === 'no-answer.example.com') await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const answers = names[host] ?? [siteAddress];
    return (typeof answers === 'function' ? answers() : answers).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
  };
  const dial: Dial = (target) => {
    dialled.push(target);
    const isSilent = target.host === 'silent-handshake.example.com';
    if (target.host === 'closed.example.com') return connect(1, '127.0.0.1');
    return connect(isSilent ? silentPort : target.port === 443 ? securePort : plainPort, '127.0.0.1');
  };
  return { web: safeFetch({ userAgent: 'farm', resolve, dial }), dialled, asked };
}
