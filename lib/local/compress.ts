import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { minCompressionBytes } from '#lib/cloud/service-description.ts';
import type { GatewayAnswer } from './gateway.ts';

const texts = /^(?:text\/|application\/(?:json|javascript|xml))|^image\/svg/;

export async function compressed(
  { status, headers, body }: GatewayAnswer,
  acceptEncoding: string | undefined,
): Promise<GatewayAnswer> {
  const isText = texts.test(String(headers['content-type'] ?? ''));
  const isLong = Buffer.byteLength(body) >= minCompressionBytes;
  if (!isText || !isLong || headers['content-encoding'] || !takesGzip(acceptEncoding))
    return { status, headers, body };
  const vary = [headers.vary ?? [], 'Accept-Encoding'].flat().join(', ');
  return {
    status,
    headers: { ...headers, 'content-encoding': 'gzip', vary },
    body: await promisify(gzip)(body),
  };
}

const takesGzip = (acceptEncoding = '') =>
  acceptEncoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .some((coding) => /^gzip(?:\s*;\s*q=(?!0(?:\.0*)?$).*)?$/.test(coding));
