import { createServer, type Server, type ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { listen } from '#lib/local/listen.ts';

/** The behaviour of the service while it is away. */
export type Fault = 'closed' | 'hangs' | '503' | 'proxy page' | { status: 429 | 503; retryAfter: number };

/** A service that is away until `heal`, and counts the names of the events that it acknowledged. */
export async function serviceThatIsAway(fault: Fault) {
  const received = new Set<string>();
  let isAway = true;
  let requests = 0;
  const server = createServer(async (incoming, outgoing) => {
    if (isAway) {
      requests++;
      return refuse(fault, outgoing);
    }
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    outgoing.setHeader('content-type', 'application/json');
    outgoing.end(acknowledge(textOf(Buffer.concat(chunks), incoming.headers['content-encoding']), received));
  });
  const port = await listen(server, 0);
  if (fault === 'closed') await closed(server);
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    requests: () => requests,
    async heal() {
      isAway = false;
      if (fault === 'closed') await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      else server.closeAllConnections();
    },
    close: () => closed(server),
  };
}

const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

function refuse(fault: Fault, outgoing: ServerResponse): void {
  if (fault === 'hangs') return;
  if (fault === 'proxy page') return void outgoing.writeHead(502).end('<html>Bad gateway</html>');
  if (typeof fault === 'object') return void outgoing.writeHead(fault.status, { 'retry-after': String(fault.retryAfter) }).end('{}');
  outgoing.writeHead(503).end('{"detail":"Unavailable.","code":"unavailable"}');
}

const textOf = (body: Buffer, encoding: string | undefined): string =>
  (encoding === 'gzip' ? gunzipSync(body) : encoding === 'br' ? brotliDecompressSync(body) : body).toString();

type Item = { event_id?: string; event?: string; event_type?: string };

/** The batches of adtrail have `events`, the batches of other packages `batch`. */
function acknowledge(text: string, received: Set<string>): string {
  const { events, batch } = JSON.parse(text) as { events?: Item[]; batch?: Item[] };
  for (const { event_id, event } of [...(events ?? []), ...(batch ?? [])]) received.add(String(event_id ?? event));
  if (!events) return '{"status":"ok"}';
  const results = events.map(({ event_id, event_type }, index) => ({
    index,
    status: 202,
    accepted: true,
    matched: false,
    duplicate: false,
    reason: 'no_click_id',
    event_id,
    event_type,
  }));
  return JSON.stringify({ results });
}
