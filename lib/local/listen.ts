import type { Server } from 'node:net';

export const loopback = '127.0.0.1';

/** Listens (on any free port with 0) and returns the port. Rejects if the port is in use. */
export function listen(server: Server, port: number, address = loopback): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      resolve(portOf(server));
    });
  });
}

export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
