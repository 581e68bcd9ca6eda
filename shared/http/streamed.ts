import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Context } from 'aws-lambda';
import type { HttpHandler } from './lambda.ts';
import type { Event, Result } from './response-middleware.ts';

type Runtime = {
  streamifyResponse(handler: (event: Event, stream: Writable, context: Context) => Promise<void>): HttpHandler;
  HttpResponseStream: {
    from(stream: Writable, metadata: { statusCode: number; headers: Record<string, string>; multiValueHeaders?: object }): Writable;
  };
};

/** A buffered response of API Gateway ends after 29 seconds. */
export function streamed(handler: HttpHandler): HttpHandler {
  const { awslambda } = globalThis as unknown as { awslambda?: Partial<Runtime> };
  const { streamifyResponse, HttpResponseStream } = awslambda ?? {};
  if (!streamifyResponse || !HttpResponseStream) return handler;
  return streamifyResponse(async (event, stream, context) => {
    const result: Result = await handler(event, context);
    const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = result;
    const out = HttpResponseStream.from(stream, {
      statusCode,
      headers,
      ...(multiValueHeaders && { multiValueHeaders }),
    });
    const finished = once(out, 'finish');
    // The first write sends the head, so an empty response needs it too.
    out.write(isBase64Encoded ? Buffer.from(body, 'base64') : body || ' ');
    out.end();
    await finished;
  });
}
