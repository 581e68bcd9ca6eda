import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoError } from './dynamo-error.ts';
import type { Engine } from './engine.ts';

type Answer = { status: number; body: object };
export type Accepts = (request: { method: string; url: string; headers: IncomingHttpHeaders; body: Uint8Array }) => boolean;

const maxBodyBytes = 16 * 1_048_576;

const ownHost = /^(?:127\.0\.0\.1|\[::1\]|(?:[a-z0-9-]+\.)*localhost)(?::\d+)?$/i;

/** A page's host name may resolve to this machine (DNS rebinding), so pages of other origins are rejected. */
function foreignness({ host = '', origin }: IncomingHttpHeaders): string | undefined {
  if (!ownHost.test(host)) return 'The Host header must be 127.0.0.1 or localhost.';
  return origin === undefined || ownHost.test(origin.replace(/^https?:\/\//, ''))
    ? undefined
    : 'Pages of other origins must not call this server.';
}

export async function serveEngine(
  engine: Pick<Engine, 'call'>,
  { port = 0, accepts = () => true }: { port?: number | undefined; accepts?: Accepts | undefined } = {},
): Promise<{ endpoint: string; close(): Promise<void> }> {
  const answer = answerOf(engine);
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of request) {
      bytes += (part as Buffer).length;
      if (bytes > maxBodyBytes) return void response.writeHead(413, { connection: 'close' }).end();
      parts.push(part as Buffer);
    }
    const content = Buffer.concat(parts);
    const { method = '', url = '', headers } = request;
    const problem = foreignness(headers);
    if (problem) return void response.writeHead(403, { connection: 'close' }).end(problem);
    if (!accepts({ method, url, headers, body: content })) return void response.writeHead(403).end();
    const [, operation] = String(headers['x-amz-target'] ?? '').split('.');
    const { status, body } = operation
      ? await answer(operation, parsed(content.toString()))
      : { status: 200, body: { engine: 'dynamo-sqlite' } };
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const answerOf =
  (engine: Pick<Engine, 'call'>) =>
  async (operation: string, input: unknown): Promise<Answer> => {
    try {
      if (typeof input !== 'object' || input === null || Array.isArray(input))
        throw new DynamoError('SerializationException', 'The request body is not a JSON object.');
      return { status: 200, body: await engine.call(operation, input) };
    } catch (error) {
      return refusalOf(error);
    }
  };

function refusalOf(error: unknown): Answer {
  const prefix = 'com.amazonaws.dynamodb.v20120810#';
  if (!(error instanceof DynamoError)) return { status: 500, body: { __type: `${prefix}InternalServerError`, message: String(error) } };
  const { type, message, item, reasons } = error;
  const more = { ...(item && { Item: item }), ...(reasons.length > 0 && { CancellationReasons: reasons }) };
  return { status: 400, body: { __type: prefix + type, message, ...more } };
}
