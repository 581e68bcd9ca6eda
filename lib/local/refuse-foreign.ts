import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

const ownHost = /^(?:127\.0\.0\.1|\[::1\]|(?:[a-z0-9-]+\.)*localhost)(?::\d+)?$/i;
const ownOrigin = (origin: string) => ownHost.test(origin.replace(/^https?:\/\//, ''));

/**
 * A page's host name may resolve to this machine (DNS rebinding), so foreign hosts and origins are rejected,
 * unless the server `answersOrigins` itself.
 */
export function refuseForeign(
  server: Server,
  { answersOrigins = false, publicHost = '' }: { answersOrigins?: boolean; publicHost?: string } = {},
): void {
  for (const event of ['request', 'checkContinue'] as const) {
    const listeners = server.listeners(event) as RequestListener[];
    if (listeners.length === 0) continue;
    server.removeAllListeners(event);
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      const { host = '', origin } = request.headers;
      const why =
        !ownHost.test(host) && host.toLowerCase() !== publicHost
          ? `The Host header must be ${publicHost || '127.0.0.1 or localhost'}.`
          : !answersOrigins && origin !== undefined && !ownOrigin(origin)
            ? 'Pages of other origins must not call this server.'
            : undefined;
      if (why) refuse(response, why);
      else for (const listener of listeners) listener.call(server, request, response);
    });
  }
}

function refuse(response: ServerResponse, detail: string): void {
  const content = JSON.stringify({ detail, code: 'forbidden' });
  response.writeHead(403, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(content),
    connection: 'close',
  });
  response.end(content);
}
