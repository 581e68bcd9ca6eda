import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function serve(answer: (request: Request) => Response | Promise<Response>) {
  let reachable = true;
  const seen: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    if (!reachable) return void incoming.socket.destroy();
    const { method = 'GET', url = '/' } = incoming;
    seen.push(`${method} ${url}`);
    const chunks = await Array.fromAsync(incoming as AsyncIterable<Buffer>);
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers)) headers.append(name, String(value));
    const body = method === 'GET' || method === 'HEAD' ? null : Buffer.concat(chunks);
    const response = await answer(new Request(`http://${incoming.headers.host}${url}`, { method, headers, body }));
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    cut(off: boolean) {
      reachable = !off;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
