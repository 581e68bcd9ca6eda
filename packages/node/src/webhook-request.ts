import { AdtrailError } from './errors.ts';

type Fields = Record<string | symbol, unknown>;

/** A public address receives posts of any sender, and the signature is known only after the last byte. */
const maxBytes = 1 << 20;

const wayOut =
  'Verify the bytes that arrived: express.raw({ type: "application/json" }) on this route of Express, ' +
  '`rawBody` of Fastify, Koa or Nest, `bodyParser: false` in pages of Next.';

/** A framework's getter can throw, which hides no other place. */
function field(from: unknown, name: string): unknown {
  try {
    return isFields(from) ? from[name] : undefined;
  } catch {
    return undefined;
  }
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The innermost requests come first, because the `body` of a context of Koa is the response's. */
export function placesOf(source: unknown): Fields[] {
  const [req, request] = [field(source, 'req'), field(source, 'request')];
  const inner = [request, req, field(req, 'raw'), field(field(source, 'node'), 'req')];
  return [...inner, source, field(source, 'raw')].filter(isFields);
}

export function headerOf(places: readonly Fields[], name: string): string | undefined {
  for (const place of places)
    for (const headers of [field(place, 'headers'), field(place, 'multiValueHeaders'), place]) {
      const value = valueIn(headers, name);
      if (value) return value;
    }
  return undefined;
}

function valueIn(headers: unknown, name: string): string | undefined {
  if (!isFields(headers)) return undefined;
  try {
    const { get } = headers;
    const own = typeof get === 'function' ? get.call(headers, name) : undefined;
    if (typeof own === 'string') return own;
    const key = Object.keys(headers).find((one) => one.toLowerCase() === name);
    const value = key === undefined ? undefined : headers[key];
    const first = Array.isArray(value) ? value[0] : value;
    return typeof first === 'string' ? first : undefined;
  } catch {
    return undefined;
  }
}

export async function bodyOf(places: readonly Fields[]): Promise<Uint8Array> {
  const isBase64 = places.some((place) => field(place, 'isBase64Encoded') === true);
  for (const name of ['rawBody', 'body'])
    for (const place of places) {
      const bytes = bytesOf(field(place, name), isBase64);
      if (bytes) return bytes;
    }
  const readers = places.filter((place) => typeof field(place, 'arrayBuffer') === 'function');
  const [stream] = places.filter(isUnreadStream);
  if (readers.length > 0 || stream) {
    for (const reader of readers) {
      try {
        return new Uint8Array(await (reader.arrayBuffer as () => Promise<ArrayBuffer>)());
      } catch {
        // The context of Hono has two requests, of which one remembers a body that was read.
      }
    }
    if (stream) return await read(stream as unknown as AsyncIterable<Uint8Array | string>);
    throw new AdtrailError('The body was read before: give verifyWebhook a clone of the request.', {
      code: 'webhook_body_read',
    });
  }
  const isParsed = places.some((place) => isFields(field(place, 'body')));
  throw isParsed
    ? new AdtrailError(`The body of the request is parsed, and the signature is of its bytes. ${wayOut}`, {
        code: 'webhook_body_parsed',
      })
    : new AdtrailError(`The request has no body that can still be read. ${wayOut}`, {
        code: 'webhook_body_read',
      });
}

function bytesOf(body: unknown, isBase64: boolean): Uint8Array | undefined {
  if (typeof body === 'string') return isBase64 ? ofBase64(body) : new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  return Object.prototype.toString.call(body) === '[object ArrayBuffer]' ? new Uint8Array(body as ArrayBuffer) : undefined;
}

/** A parser of another type of content leaves an empty body and the stream. */
const isUnreadStream = (place: Fields): boolean =>
  typeof place[Symbol.asyncIterator] === 'function' && field(place, 'readable') === true && field(place, 'readableDidRead') !== true;

async function read(stream: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream) {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part;
    length += bytes.length;
    if (length > maxBytes)
      throw new AdtrailError('The body of the request is larger than any delivery.', {
        code: 'webhook_body_too_large',
      });
    parts.push(bytes);
  }
  return joined(parts);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function ofBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
