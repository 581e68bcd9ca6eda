import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const listening = '0A';

/** Linux shows the ports to every process. */
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
    return [];
  }
}
