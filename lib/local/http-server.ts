import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { DeclaredError } from '#shared/values/declared-errors.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { type Admission, admission } from './admission.ts';
import { compressed } from './compress.ts';
import { filesPath } from './file-links.ts';
import type { GatewayAnswer, GatewayRequest } from './gateway.ts';
import { BodyTooLarge, readBody } from './read-body.ts';

export type HttpServer = {
  server: Server;
  serve(handle: (request: GatewayRequest) => Promise<GatewayAnswer>, files?: RequestListener): void;
  stop(limitMs: number): Promise<void>;
};

const maxBodyBytes = 10 * 1024 * 1024;

/** More than 64 parallel requests in one process would slow each other down. */
const limits = { atOnce: 64, waiting: 128, longestWaitMs: 2000 };

export function httpServer(failed: (error: unknown) => void, admitted: Admission = admission(limits)): HttpServer {
  let handle: ((request: GatewayRequest) => Promise<GatewayAnswer>) | undefined;
  let files: RequestListener | undefined;
  let stopping = false;
  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 60_000 });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => {});
    try {
      if (!handle) return problem(response, serviceErrors.unavailable, { 'retry-after': '1' });
      if (files && isOfFiles(request)) return files(request, response);
      const body = await readBody(request, maxBodyBytes);
      if (!(await admitted.enter())) return shed(response);
      const whole = await handle(gatewayRequest(request, body)).finally(admitted.leave);
      const {
        status,
        headers,
        body: content,
      } = await compressed(whole, {
        acceptEncoding: request.headers['accept-encoding'],
        ...(request.method && { method: request.method }),
      });
      if (stopping) response.shouldKeepAlive = false;
      const bodiless = status === 204 || status === 304 || request.method === 'HEAD';
      if (status === 304) delete headers['content-length'];
      if (!bodiless) headers['content-length'] = String(Buffer.byteLength(content));
      response.writeHead(status, headers);
      response.end(bodiless ? undefined : content);
    } catch (error) {
      if (request.socket.destroyed) return;
      if (error instanceof BodyTooLarge) return refuseBody(request, response);
      failed(error);
      if (!response.headersSent) problem(response, serviceErrors.internal);
      else response.destroy();
    }
  };

  server.on('request', answer);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const isAllowed = isOfFiles(request) || Number(request.headers['content-length']) <= maxBodyBytes;
    if (isAllowed) response.writeContinue();
    answer(request, response);
  });
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Socket) => {
    if (socket.writable) socket.end(malformed(code));
    else socket.destroy();
  });

  return {
    server,
    serve(next, nextFiles) {
      [handle, files] = [next, nextFiles];
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

const isOfFiles = ({ url }: IncomingMessage) => url?.startsWith(`${filesPath}/`);

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

/** The rest of the body is read, because a caller that is still sending would not see the 413 response. */
function refuseBody(request: IncomingMessage, response: ServerResponse): void {
  problem(response, serviceErrors.payload_too_large, { connection: 'close' });
  request.resume();
  const hangUp = setTimeout(() => request.socket.destroy(), 2000);
  request.socket.once('close', () => clearTimeout(hangUp));
}

const retrySeconds = 4;
function shed(response: ServerResponse): void {
  const after = 1 + Math.floor(Math.random() * retrySeconds);
  problem(response, serviceErrors.unavailable, { 'retry-after': String(after) });
}

function malformed(code: string): string {
  const [status, name, detail] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'headers_too_large', 'The request line and headers exceed 16 KB.']
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'request_timeout', 'The request did not arrive in time.']
        : ['400 Bad Request', 'malformed_request', 'The request is not valid HTTP.'];
  const requestId = randomUUID();
  const content = JSON.stringify({ detail, code: name, request_id: requestId });
  return [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(content)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    '',
    content,
  ].join('\r\n');
}

function problem(response: ServerResponse, { code, status, sentence }: DeclaredError, headers: Record<string, string> = {}): void {
  const request_id = randomUUID();
  const content = JSON.stringify({ detail: sentence, code, request_id });
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(content),
    'cache-control': 'no-store',
    'x-request-id': request_id,
    ...headers,
  });
  response.end(content);
}
