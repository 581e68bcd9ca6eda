import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { Event, RequestMeta } from './response-middleware.ts';

/**
 * The address that a request comes from: the one that API Gateway sees or, for a request that CloudFront has passed on,
 * the one that CloudFront saw. CloudFront proves itself by `EDGE_TOKEN`; without it the header is only somebody's claim.
 */
export function callerAddress(
  event: Event,
  { header }: Pick<RequestMeta, 'header'>,
  edgeToken = process.env.EDGE_TOKEN ?? '',
): string {
  const viewer = header('x-adtrail-viewer') ?? '';
  if (edgeToken !== '' && isSame(header('x-adtrail-edge') ?? '', edgeToken) && isIP(viewer)) return viewer;
  return event.requestContext?.identity?.sourceIp ?? '';
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
