import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The server shares the machine, so the load must use little CPU. */
export type Connection = {
  send(request: Buffer): Promise<{ status: number; body: string }>;
  close(): void;
};

export async function openConnection(port: number): Promise<Connection> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let received: Buffer = Buffer.alloc(0);
  let wanted: { resolve(answer: { status: number; body: string }): void; reject(error: Error): void } | undefined;
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = received.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
    if (Number.isNaN(length)) return void wanted?.reject(new Error(`An answer without a length: ${head}`));
    if (received.length < end + 4 + length) return;
    const body = received.toString('utf8', end + 4, end + 4 + length);
    received = Buffer.alloc(0);
    wanted?.resolve({ status: Number(head.slice(9, 12)), body });
  });
  const fail = (error?: Error) => wanted?.reject(error ?? new Error('The connection was closed.'));
  socket.on('error', fail).on('close', () => fail());
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        wanted = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

export function requestOf(path: string, headers: Record<string, string>, body: string): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${lines.join('')}\r\n${body}`,
  );
}
