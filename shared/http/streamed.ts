import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Context } from 'aws-lambda';
import type { HttpHandler } from './lambda.ts';
import type { Event, Result } from './response-middleware.ts';

/** Globals of Lambda's Node runtime for handlers that write a stream. */
type Runtime = {
  streamifyResponse(
    handler: (event: Event, stream: Writable, context: Context) => Promise<void>,
  ): HttpHandler;
  HttpResponseStream: {
    from(
      stream: Writable,
      metadata: { statusCode: number; headers: Record<string, string>; multiValueHeaders?: object },
    ): Writable;
  };
};

/**
 * Streams the responses of a group that take longer than API Gateway waits for a buffered response (29
 * seconds). The whole response is sent at the end. Outside Lambda, it returns the handler itself.
 */
export function streamed(handler: HttpHandler): HttpHandler {
  const { awslambda } = globalThis as unknown as { awslambda?: Partial<Runtime> };
  const { streamifyResponse, HttpResponseStream } = awslambda ?? {};
  // Some libraries create this global for their own purposes.
  if (!streamifyResponse || !HttpResponseStream) return handler;
  return streamifyResponse(async (event, stream, context) => {
    const result: Result = await handler(event, context);
    const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = result;
    const out = HttpResponseStream.from(stream, {
      statusCode,
      headers,
      ...(multiValueHeaders && { multiValueHeaders }),
    });
    const done = once(out, 'finish');
    // Status and headers leave with the first write, so an empty response needs a write too. `end` with bytes
    // would bypass it.
    out.write(isBase64Encoded ? Buffer.from(body, 'base64') : body || ' ');
    out.end();
    await done;
  });
}
