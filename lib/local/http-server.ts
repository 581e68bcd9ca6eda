import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type ErrorCode, errorCodes } from '#shared/http/errors.ts';
import type { GatewayAnswer, GatewayRequest } from './gateway.ts';
import { BodyTooLarge, readBody } from './read-body.ts';

export type HttpServer = {
  server: Server;
  /** Answers requests with `handle` from now on; before, they are answered 503. */
  serve(handle: (request: GatewayRequest) => Promise<GatewayAnswer>): void;
  /** Takes no more connections and answers what is in flight, but waits no longer than `limitMs`. */
  stop(limitMs: number): Promise<void>;
};

/** API Gateway's limit for a request body. */
const maxBodyBytes = 10 * 1024 * 1024;

/** The service's front door on this machine: one `node:http` server before the gateway. */
export function httpServer(failed: (error: unknown) => void): HttpServer {
  let handle: ((request: GatewayRequest) => Promise<GatewayAnswer>) | undefined;
  let stopping = false;
  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 60_000 });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const requestId = randomUUID();
    response.on('error', () => {});
    try {
      if (!handle) return problem(response, requestId, 'unavailable', { 'retry-after': '1' });
      const body = await readBody(request, maxBodyBytes);
      const { status, headers, body: content } = await handle(gatewayRequest(request, body));
      if (stopping) response.shouldKeepAlive = false;
      // The answer to HEAD brings the length that GET would have.
      const bodiless = status === 204 || status === 304 || request.method === 'HEAD';
      response.writeHead(
        status,
        bodiless ? headers : { ...headers, 'content-length': Buffer.byteLength(content) },
      );
      response.end(bodiless ? undefined : content);
    } catch (error) {
      // The caller has gone; nobody reads an answer.
      if (request.socket.destroyed) return;
      if (error instanceof BodyTooLarge) return refuseBody(request, response, requestId);
      failed(error);
      if (!response.headersSent) problem(response, requestId, 'internal');
      else response.destroy();
    }
  };

  server.on('request', answer);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (Number(request.headers['content-length']) <= maxBodyBytes) response.writeContinue();
    answer(request, response);
  });
  server.on('clientError', (_error: Error, socket: Socket) => {
    if (socket.writable)
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    else socket.destroy();
  });

  return {
    server,
    serve(next) {
      handle = next;
    },
    async stop(limitMs) {
      stopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const idle = setInterval(() => server.closeIdleConnections(), 20);
      await Promise.race([closed, delay(limitMs, undefined, { ref: false })]);
      clearInterval(idle);
      server.closeAllConnections();
    },
  };
}

function gatewayRequest(request: IncomingMessage, body: Buffer): GatewayRequest {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const headers: [string, string][] = [];
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    headers.push([request.rawHeaders[i] ?? '', request.rawHeaders[i + 1] ?? '']);
  }
  return {
    method: request.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    headers,
    body,
    sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
  };
}

/** Answers 413 and reads on for a moment only: a caller that is still sending would not see the answer otherwise. */
function refuseBody(request: IncomingMessage, response: ServerResponse, requestId: string): void {
  problem(response, requestId, 'payload_too_large', { connection: 'close' });
  request.resume();
  const hangUp = setTimeout(() => request.socket.destroy(), 2000);
  request.socket.once('close', () => clearTimeout(hangUp));
}

function problem(
  response: ServerResponse,
  request_id: string,
  code: ErrorCode,
  headers: Record<string, string> = {},
): void {
  const [status, detail] = errorCodes[code];
  const content = JSON.stringify({ detail, code, request_id });
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(content),
    'cache-control': 'no-store',
    'x-request-id': request_id,
    ...headers,
  });
  response.end(content);
}
