import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const listening = '0A';

/** The TCP ports of IPv4 that a process listens on, as Linux tells everybody. */
export function listeningPorts(pid: number): number[] {
  const sockets = new Set(readdirSync(`/proc/${pid}/fd`).flatMap((fd) => socketOf(`/proc/${pid}/fd/${fd}`)));
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
      return state === listening && sockets.has(inode)
        ? [Number.parseInt(local.split(':')[1] ?? '', 16)]
        : [];
    });
}

function socketOf(link: string): string[] {
  try {
    return [...readlinkSync(link).matchAll(/^socket:\[(\d+)\]$/g)].map(([, inode = '']) => inode);
  } catch {
    // It was closed meanwhile.
    return [];
  }
}
