import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createSecureContext, createServer as createSecureServer } from 'node:tls';
import { listen } from '#lib/local/listen.ts';
import { behaviours } from './behaviours.ts';
import { selfSigned } from './certificate.ts';

export type Farm = { plainPort: number; securePort: number; silentPort: number; certificate: string };

export async function startFarm(): Promise<Farm & { connections(): number; idle(): Promise<void>; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let head = '';
    socket.on('data', (part) => {
      const isWhole = head.includes('\r\n\r\n');
      head += part.toString('latin1');
      if (isWhole || !head.includes('\r\n\r\n')) return;
      const [, path = ''] = /^GET (\S+) HTTP\/1\.1\r\n/.exec(head) ?? [];
      const [, name = ''] = /\r\nhost: ([\w-]+)\./i.exec(head) ?? [];
      behaviours[name]?.(socket, { path, head });
    });
  };
  const known = selfSigned('*.example.com');
  const contexts: Record<string, { key: string; cert: string }> = {
    'unknown.example.com': selfSigned('unknown.example.com'),
    'other.example.com': selfSigned('someone-else.example.net'),
    'expired.example.com': selfSigned('expired.example.com', { from: Date.parse('2020-01-01'), days: 1 }),
  };
  const plain = createServer(serve);
  const secure = createSecureServer(
    {
      ...known,
      SNICallback: (name, done) => done(null, createSecureContext(contexts[name] ?? known)),
    },
    serve,
  );
  secure.on('tlsClientError', () => {});
  const silent = createServer((socket) => {
    sockets.add(socket);
    socket
      .on('error', () => {})
      .on('close', () => sockets.delete(socket))
      .resume();
  });
  return {
    plainPort: await listen(plain, 0),
    securePort: await listen(secure, 0),
    silentPort: await listen(silent, 0),
    certificate: [known.cert, contexts['expired.example.com']?.cert, contexts['other.example.com']?.cert].join(''),
    connections: () => sockets.size,
    async idle() {
      for (const socket of sockets) if (!socket.closed) await once(socket, 'close');
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([plain, secure, silent].map((server) => new Promise((done) => server.close(done))));
    },
  };
}
