import type { IncomingMessage } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { SiteUnreachable } from '#shared/ports/web.ts';

const decoders: Readonly<Record<string, () => Transform>> = {
  '': () => new PassThrough(),
  identity: () => new PassThrough(),
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** What `boundedBody` can read. */
export const acceptEncoding = 'gzip, deflate, br';

/**
 * The whole body, decompressed, at most so many bytes on the wire and so many after. Throws `SiteUnreachable`
 * `too_large` as soon as it is known, and `broken` for an encoding that was not asked for or is wound in another.
 */
export async function boundedBody(answer: IncomingMessage, mostBytes: number): Promise<Buffer<ArrayBuffer>> {
  const encoding = (answer.headers['content-encoding'] ?? '').trim().toLowerCase();
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (!decoder) throw new SiteUnreachable('broken');
  if (Number(answer.headers['content-length']) > mostBytes) throw new SiteUnreachable('too_large');
  const parts: Uint8Array[] = [];
  await pipeline(answer, atMost(mostBytes), decoder(), atMost(mostBytes), async (source) => {
    for await (const part of source) parts.push(part as Uint8Array);
  });
  return Buffer.concat(parts);
}

const atMost = (mostBytes: number) =>
  async function* (source: AsyncIterable<Uint8Array>) {
    let bytes = 0;
    for await (const part of source) {
      bytes += part.length;
      if (bytes > mostBytes) throw new SiteUnreachable('too_large');
      yield part;
    }
  };
