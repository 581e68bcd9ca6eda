import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/** Pages may send files, as with the bucket's CORS rule in the cloud. */
export function allowUploads(server: Server, bucket: string): void {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { method, url = '', headers } = request;
    const { origin, 'access-control-request-method': asked } = headers;
    if (origin !== undefined && url.startsWith(`/${bucket}/`) && (asked ?? method) === 'PUT') {
      response.setHeader('access-control-allow-origin', origin);
      response.setHeader('vary', 'Origin');
      if (method === 'OPTIONS') {
        response.writeHead(204, {
          'access-control-allow-methods': 'PUT',
          'access-control-allow-headers': 'content-type',
          'access-control-max-age': '3600',
        });
        response.end();
        return;
      }
    }
    for (const listener of listeners) listener.call(server, request, response);
  });
}
