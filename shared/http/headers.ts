import type { AnyEndpoint } from './endpoint.ts';

export const securityHeaders = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

export const isFrontEnd = (origin: string, frontEndOrigins: readonly string[]): boolean =>
  frontEndOrigins.some(
    (allowedOrigin) => allowedOrigin === origin || (allowedOrigin.endsWith(':*') && isAnyPortOf(allowedOrigin.slice(0, -2), origin)),
  );

const isAnyPortOf = (base: string, origin: string) => origin.startsWith(base) && /^(:\d{1,5})?$/.test(origin.slice(base.length));

export function corsHeaders(
  cors: AnyEndpoint['cors'],
  origin: string | undefined,
  frontEndOrigins: readonly string[],
): Record<string, string> {
  if (!origin || cors === 'none') return {};
  if (cors === 'front_ends' && !isFrontEnd(origin, frontEndOrigins)) return { vary: 'Origin' };
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'x-request-id, retry-after, ratelimit, ratelimit-policy, content-disposition',
    vary: 'Origin',
  };
}
