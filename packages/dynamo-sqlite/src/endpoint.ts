import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refuseForeign } from '#lib/local/refuse-foreign.ts';
import { isSigned } from '#lib/local/signed-request.ts';
import { DynamoRefusal } from '#shared/store/dynamo.ts';
import type { Engine } from './engine.ts';

type Answer = { status: number; body: object };

export async function serveEngine(
  engine: Pick<Engine, 'call'>,
  { key }: { key?: string | undefined } = {},
): Promise<{ endpoint: string; close(): Promise<void> }> {
  const answer = answerOf(engine);
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const content = Buffer.concat(parts);
    const { method = '', url = '', headers } = request;
    if (key !== undefined && !isSigned({ method, url, headers, body: content }, key, Date.now()))
      return void response.writeHead(403).end();
    const [, operation] = String(request.headers['x-amz-target'] ?? '').split('.');
    const { status, body } = operation
      ? await answer(operation, parsed(content.toString()))
      : { status: 200, body: { engine: 'embedded' } };
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
  });
  refuseForeign(server);
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
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
        throw new DynamoRefusal('SerializationException', 'The request body is not a JSON object.');
      return { status: 200, body: await engine.call(operation, input) };
    } catch (error) {
      return refusalOf(error);
    }
  };

function refusalOf(error: unknown): Answer {
  const prefix = 'com.amazonaws.dynamodb.v20120810#';
  if (!(error instanceof DynamoRefusal))
    return { status: 500, body: { __type: `${prefix}InternalServerError`, message: String(error) } };
  const { type, message, item, reasons } = error;
  const more = { ...(item && { Item: item }), ...(reasons.length > 0 && { CancellationReasons: reasons }) };
  return { status: 400, body: { __type: prefix + type, message, ...more } };
}
