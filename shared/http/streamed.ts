import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Context } from 'aws-lambda';
import type { HttpHandler } from './lambda.ts';
import type { Event, Result } from './response-middleware.ts';

/** What Lambda's Node runtime adds to the globals: handlers that write their answer into a stream. */
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
 * The handler of a group whose answers take longer than API Gateway waits for a buffered one (29 seconds): the same
 * answer, whole, at the end of a stream. Outside Lambda, where there is no such runtime, it is the handler itself.
 */
export function streamed(handler: HttpHandler): HttpHandler {
  const { awslambda } = globalThis as unknown as { awslambda?: Partial<Runtime> };
  const { streamifyResponse, HttpResponseStream } = awslambda ?? {};
  // Libraries make the global up where there is none, for what they themselves want of it.
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
    // Status and headers leave with the first write, so an empty answer needs one, too; `end` with bytes would go past it.
    out.write(isBase64Encoded ? Buffer.from(body, 'base64') : body || ' ');
    out.end();
    await done;
  });
}
