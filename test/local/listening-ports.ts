import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const listening = '0A';
export type Listener = { address: string; port: number };

/** The sockets of a process that accept connections. Linux shows them to every process. */
export function listenersOf(pid: number): Listener[] {
  const sockets = new Set(readdirSync(`/proc/${pid}/fd`).flatMap((fd) => socketOf(`/proc/${pid}/fd/${fd}`)));
  return ['tcp', 'tcp6'].flatMap((file) =>
    readFileSync(`/proc/net/${file}`, 'utf8')
      .split('\n')
      .slice(1)
      .flatMap((line) => {
        const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
        const [address = '', port = ''] = local.split(':');
        return state === listening && sockets.has(inode) ? [{ address: textOf(address), port: Number.parseInt(port, 16) }] : [];
      }),
  );
}

export const listeningPorts = (pid: number): number[] => listenersOf(pid).map(({ port }) => port);

/** The kernel writes an IPv4 address with its last byte first. An IPv6 address stays as it is. */
const textOf = (address: string): string => (address.length === 8 ? [...Buffer.from(address, 'hex')].reverse().join('.') : address);

function socketOf(link: string): string[] {
  try {
    return [...readlinkSync(link).matchAll(/^socket:\[(\d+)\]$/g)].map(([, inode = '']) => inode);
  } catch {
    return [];
  }
}
