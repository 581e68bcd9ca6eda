import type { Server } from 'node:http';
import { HostError } from './host-error.ts';
import { listen } from './listen.ts';

export const defaultPort = 3007;

export const portOffsets = { shop: 1, inbox: 2, vendors: 3 } as const;
export const portsOfAHost = 4;
const candidates = 8;

/** `start` rejects with EADDRINUSE if the port is in use. */
export type OpenOnPort = <T>(start: (port: number) => Promise<T>) => Promise<T>;

export const anyPort: OpenOnPort = (start) => start(0);

/**
 * Without a `wished` port, the default port comes first, then ports with room for the other ports of a host.
 */
export async function openPort(server: Server, wished: number | undefined, address?: string): Promise<number> {
  if (wished === undefined) return onFirstFree(everyFrom(defaultPort, portsOfAHost))((port) => listen(server, port, address));
  try {
    return await listen(server, wished, address);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRINUSE') {
      throw new HostError(`Port ${wished} is used by another program: set --port to another one, or to 0 for any.`);
    }
    throw new HostError(`Port ${wished} cannot be opened (${code}): set --port to another one, or to 0 for any.`);
  }
}

/** A part of the host has the same port at every start, unless that port is in use. */
export const siblingPort = (apiPort: number, part: keyof typeof portOffsets): OpenOnPort =>
  onFirstFree([apiPort + portOffsets[part], ...everyFrom(apiPort + portsOfAHost, 1)]);

const everyFrom = (first: number, step: number) => Array.from({ length: candidates }, (_, i) => first + i * step);

const onFirstFree =
  (ports: readonly number[]): OpenOnPort =>
  async (start) => {
    for (const port of ports.filter((port) => port <= 65_535)) {
      try {
        return await start(port);
      } catch (error) {
        if (!['EADDRINUSE', 'EACCES'].includes(codeOf(error))) throw error;
      }
    }
    return start(0);
  };

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? error);
