import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { RequestMeta } from './request-meta.ts';
import type { Event } from './response-middleware.ts';

/**
 * The address that a request comes from: the one that API Gateway sees or, for a request that CloudFront has passed on,
 * the one that CloudFront saw. CloudFront proves itself by `EDGE_TOKEN`; without it the header is only somebody's claim.
 */
export function callerAddress(
  event: Event,
  { header }: Pick<RequestMeta, 'header'>,
  edgeToken?: string,
): string {
  const viewer = header('x-adtrail-viewer');
  if (viewer && isIP(viewer) && isOfEdge(header('x-adtrail-edge') ?? '', edgeToken)) return viewer;
  return event.requestContext?.identity?.sourceIp ?? '';
}

/** `tokens`: the one that CloudFront sends and, while it is replaced, the next or former one, separated by commas. */
export const isOfEdge = (given: string, tokens = process.env.EDGE_TOKEN ?? ''): boolean =>
  tokens !== '' &&
  tokens.split(',').some((token) => {
    const [a, b] = [Buffer.from(given), Buffer.from(token)];
    return token !== '' && a.length === b.length && timingSafeEqual(a, b);
  });
