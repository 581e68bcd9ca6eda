import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { RequestMeta } from './request-meta.ts';
import type { Event } from './response-middleware.ts';

/** The caller's header is trusted only with CloudFront's `EDGE_TOKEN`. */
export function callerAddress(event: Event, { header }: Pick<RequestMeta, 'header'>, edgeToken?: string): string {
  const viewer = header('x-adtrail-viewer');
  if (viewer && isIP(viewer) && isOfEdge(header('x-adtrail-edge') ?? '', edgeToken)) return viewer;
  return event.requestContext?.identity?.sourceIp ?? '';
}

/** During a replacement, `tokens` has two tokens with a comma. */
export const isOfEdge = (sentToken: string, tokens = process.env.EDGE_TOKEN ?? ''): boolean =>
  tokens !== '' &&
  tokens.split(',').some((token) => {
    const [a, b] = [Buffer.from(sentToken), Buffer.from(token)];
    return token !== '' && a.length === b.length && timingSafeEqual(a, b);
  });
