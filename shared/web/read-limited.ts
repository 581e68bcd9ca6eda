import type { IncomingMessage } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { SiteUnreachable } from './web.ts';

const decoders = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };
export type Encoding = keyof typeof decoders;

/** Throws `SiteUnreachable` as `too_large` or `broken`. */
export async function readLimited(answer: IncomingMessage, maxBytes: number, encodings: readonly Encoding[]): Promise<Buffer<ArrayBuffer>> {
  const encodingName = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const encoding = encodings.find((encoding) => encoding === encodingName);
  if (!encoding && encodingName !== 'identity' && encodingName !== '') throw new SiteUnreachable('broken');
  const decoder: Transform = encoding ? decoders[encoding]() : new PassThrough();
  if (Number(answer.headers['content-length']) > maxBytes) throw new SiteUnreachable('too_large');
  // A site may send single bytes, so they are copied into one buffer. Its unused pages are free.
  const whole = new ArrayBuffer(maxBytes);
  let filled = 0;
  try {
    await pipeline(answer, onTheWire(answer, maxBytes), decoder, async (source: AsyncIterable<Uint8Array>) => {
      for await (const part of source) {
        if (filled + part.length > maxBytes) throw new SiteUnreachable('too_large');
        new Uint8Array(whole).set(part, filled);
        filled += part.length;
      }
    });
    return filled > maxBytes / 2 ? Buffer.from(whole, 0, filled) : Buffer.from(whole.transfer(filled));
  } catch (error) {
    // The garbage collector would let several large buffers accumulate.
    whole.transfer(0);
    throw error;
  }
}

/** Headers and chunk sizes are transferred in addition to the body, within these limits. */
const headBytes = 65_536;
const framing = 1.02;

const onTheWire = ({ socket }: IncomingMessage, maxBytes: number) =>
  async function* (source: AsyncIterable<Uint8Array>) {
    for await (const part of source) {
      if (socket.bytesRead > maxBytes * framing + headBytes) throw new SiteUnreachable('too_large');
      yield part;
    }
  };
