import type { APIGatewayProxyEvent } from 'aws-lambda';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';

/** A small body must not decompress to more than this, which exceeds every endpoint's limit. */
const maxDecodedBytes = 6_291_456;

/** API Gateway decodes a body's base64 and keeps its `content-encoding`. */
export function decodedBody<E extends APIGatewayProxyEvent>(event: E, encoding: string | undefined): E {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (!event.body || name === '' || name === 'identity') return event;
  if (name !== 'gzip' && name !== 'x-gzip') throw fail(serviceErrors.unsupported_encoding);
  const bytes = event.isBase64Encoded ? Buffer.from(event.body, 'base64') : undefined;
  const isCompressed = bytes?.[0] === 0x1f && bytes[1] === 0x8b;
  if (!bytes || !isCompressed) return event;
  try {
    // `node:zlib` loads slower than the function's own code, so it is loaded on use.
    const { gunzipSync } = process.getBuiltinModule('node:zlib');
    const body = gunzipSync(bytes, { maxOutputLength: maxDecodedBytes }).toString('base64');
    return { ...event, body };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw fail(serviceErrors.payload_too_large);
    throw invalid({ type: 'json_invalid', loc: ['body'], msg: 'The body is not valid gzip.' });
  }
}
