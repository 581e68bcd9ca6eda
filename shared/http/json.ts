import type { APIGatewayProxyEvent } from 'aws-lambda';
import { invalid } from '#shared/values/errors.ts';
import { JsonTooComplex, parseExactly } from '#shared/values/json.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function bodyBytes({ body, isBase64Encoded }: APIGatewayProxyEvent): number {
  if (!body) return 0;
  return isBase64Encoded ? Buffer.byteLength(body, 'base64') : Buffer.byteLength(body);
}

export const rawBody = ({ body, isBase64Encoded }: APIGatewayProxyEvent): Buffer =>
  Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');

const tooComplex = {
  type: 'too_complex',
  loc: ['body'],
  msg: 'The body has too many objects or lists, or an object with too many fields.',
};

/** `sendBeacon` sends text/plain, so the content type is ignored. */
export function jsonBody(event: APIGatewayProxyEvent): unknown {
  if (!event.body) return undefined;
  try {
    // Some programs write a byte order mark, which the decoder removes.
    return parseExactly(event.isBase64Encoded ? utf8.decode(Buffer.from(event.body, 'base64')) : event.body.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (error instanceof JsonTooComplex) throw invalid(tooComplex);
    throw invalid({ type: 'json_invalid', loc: ['body'], msg: 'The body is not valid JSON.' });
  }
}
