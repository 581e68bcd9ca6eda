import { Agent, request } from 'node:http';

export type Call = { method: 'GET' | 'POST' | 'DELETE'; path: string; headers?: Record<string, string>; body?: string };
export type Answer = { status: number; body: string };
export type HttpCalls = { call(call: Call): Promise<Answer>; close(): void };

export function httpCalls(base: string): HttpCalls {
  // Idle connections close before the service closes them, possibly during a request.
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 256, timeout: 20_000 });
  const { hostname, port } = new URL(base);
  return {
    call: ({ method, path, headers = {}, body = '' }) =>
      new Promise((resolve, reject) => {
        const length = { 'content-length': Buffer.byteLength(body) };
        const sent = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } });
        sent.on('error', reject);
        sent.on('response', (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk) => (text += chunk));
          response.on('error', reject);
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
        });
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}
