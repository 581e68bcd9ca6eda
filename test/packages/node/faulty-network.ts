import { createServer, request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '#lib/local/listen.ts';

export const faults = ['drop', 'lose', 'cut', 'slow', '503', '429', '502 page'] as const;
const kinds = ['none', 'none', 'none', ...faults] as const;

export async function faultyNetwork(target: () => string, below: (limit: number) => number) {
  const met: Record<string, number> = {};
  let isFaulty = true;
  const server = createServer(async (incoming, outgoing): Promise<unknown> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const fault = isFaulty ? (kinds[below(kinds.length)] ?? 'none') : 'none';
    met[fault] = (met[fault] ?? 0) + 1;
    const end = (status: number, body: string, headers: Record<string, string> = {}) => outgoing.writeHead(status, headers).end(body);
    if (fault === 'drop') return incoming.socket.destroy();
    if (fault === '503') return end(503, '{"detail":"Unavailable.","code":"unavailable"}', { 'retry-after': '1' });
    if (fault === '429') return end(429, '{"detail":"Slow down.","code":"too_many_requests"}', { 'retry-after': '1' });
    if (fault === '502 page') return end(502, '<html>Bad gateway</html>');
    if (fault === 'slow') await delay(below(1500));
    const forwarded = httpRequest(
      `${target()}${incoming.url}`,
      { method: incoming.method, headers: incoming.headers },
      async (answer): Promise<unknown> => {
        const parts: Buffer[] = [];
        try {
          for await (const part of answer) parts.push(part as Buffer);
        } catch {
          return (incoming.socket as Socket).destroy();
        }
        const body = Buffer.concat(parts);
        if (fault === 'lose') return incoming.socket.destroy();
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        if (fault !== 'cut') return outgoing.end(body);
        return outgoing.write(body.subarray(0, body.length / 2), () => incoming.socket.destroy());
      },
    );
    forwarded.on('error', () => incoming.socket.destroy());
    return forwarded.end(Buffer.concat(chunks));
  });
  server.on('clientError', () => {});
  const port = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${port}`,
    met,
    heal: () => {
      isFaulty = false;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
