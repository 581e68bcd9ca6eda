import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as endpoints from '#functions/api/docs/endpoints.ts';
import { handler } from '#functions/http/docs.ts';
import { gateway } from '#lib/local/gateway.ts';

export async function serveDocs(prefix: string) {
  const { handle } = gateway([{ endpoints: Object.values(endpoints), handler }], handler);
  const seen: string[] = [];
  const tried: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://local');
    const method = request.method ?? 'GET';
    seen.push(`${method} ${pathname}`);
    const mark = request.headers['x-adtrail-docs'];
    if (mark) tried.push(String(mark));
    if (!pathname.startsWith(`${prefix}/`)) return void response.writeHead(403).end('Not below the prefix');
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
    const path = pathname.slice(prefix.length);
    const query = search.slice(1);
    const answer = await handle({
      method,
      path,
      query,
      headers,
      body: Buffer.alloc(0),
      sourceIp: '127.0.0.1',
    });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  // A shorter timeout could close a connection during a test on a busy machine.
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}${prefix}`,
    seen,
    tried,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
