import type { Server } from 'node:http';
import { HostError } from './host-error.ts';
import { listen } from './listen.ts';

export const defaultPort = 3007;

/** Listens on the wished port; without a wish on the usual one, or on any when that is taken. Answers the port. */
export async function openPort(server: Server, wished: number | undefined): Promise<number> {
  try {
    return await listen(server, wished ?? defaultPort);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : String(error);
    if (wished === undefined) return listen(server, 0);
    if (code === 'EADDRINUSE') {
      throw new HostError(
        `Port ${wished} is taken by another program: give --port another one, or 0 for any.`,
      );
    }
    throw new HostError(`Port ${wished} cannot be opened (${code}): give --port another one, or 0 for any.`);
  }
}
