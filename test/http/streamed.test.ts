import { Writable } from 'node:stream';
import type { HttpHandler } from '#shared/http/lambda.ts';
import { streamed } from '#shared/http/streamed.ts';

const runtime = globalThis as { awslambda?: unknown };
const before = runtime.awslambda;
afterEach(() => {
  runtime.awslambda = before;
});

const answer = { statusCode: 202, headers: { 'content-type': 'application/json' }, body: '{"a":"ü"}' };
type Streaming = (event: object, stream: Writable, context: object) => Promise<void>;

/** API Gateway makes a 502 of data without a head. */
function lambdaRuntime() {
  const written: { head?: object; bytes: Buffer[]; isEnded: boolean } = { bytes: [], isEnded: false };
  let waiting: object | undefined;
  const stream = new Writable({
    write(chunk, _, done) {
      written.bytes.push(chunk);
      setImmediate(done);
    },
    final(done) {
      written.isEnded = true;
      done();
    },
  });
  const out = Object.assign(Object.create(stream) as Writable, {
    write(chunk: string | Buffer) {
      if (waiting) written.head = waiting;
      return stream.write(chunk);
    },
    end: (chunk?: string | Buffer) => stream.end(chunk),
  });
  runtime.awslambda = {
    streamifyResponse: (handler: Streaming) => handler,
    HttpResponseStream: {
      from(_: Writable, head: object) {
        waiting = head;
        return out;
      },
    },
  };
  return { written, stream };
}

describe('a streamed group', () => {
  it('a streamed group writes status, headers and body, whole, and ends the stream', async () => {
    const { written, stream } = lambdaRuntime();
    const handler = streamed((async () => answer) as unknown as HttpHandler) as unknown as Streaming;
    await handler({}, stream, {});
    expect(written.head).toEqual({ statusCode: 202, headers: answer.headers });
    expect(Buffer.concat(written.bytes).toString()).toBe(answer.body);
    expect(written.isEnded).toBe(true);
  });

  it('a streamed group writes bytes as bytes, and something even for an empty answer, since the head leaves with it', async () => {
    const { written, stream } = lambdaRuntime();
    const bytes = { ...answer, body: Buffer.from([0, 255]).toString('base64'), isBase64Encoded: true };
    await (streamed((async () => bytes) as unknown as HttpHandler) as unknown as Streaming)({}, stream, {});
    expect([...Buffer.concat(written.bytes)]).toEqual([0, 255]);
    const next = lambdaRuntime();
    const empty = { ...answer, body: '' };
    await (streamed((async () => empty) as unknown as HttpHandler) as unknown as Streaming)({}, next.stream, {});
    expect(next.written.head).toMatchObject({ statusCode: 202 });
  });

  it('a streamed group is the handler itself where nothing streams', () => {
    const handler = (async () => answer) as unknown as HttpHandler;
    runtime.awslambda = undefined;
    expect(streamed(handler)).toBe(handler);
    runtime.awslambda = { InvokeStore: {} };
    expect(streamed(handler)).toBe(handler);
  });
});
