import type { AnyEndpoint } from './endpoint.ts';

/** On every answer. A page overrides the content security policy with its own. */
export const securityHeaders = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** What lets a page of another origin read an answer; an empty object lets none. */
export function corsHeaders(
  cors: AnyEndpoint['cors'],
  origin: string | undefined,
  frontEndOrigins: readonly string[],
): Record<string, string> {
  if (!origin || cors === 'none') return {};
  if (cors === 'front_ends' && !frontEndOrigins.includes(origin)) return { vary: 'Origin' };
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers':
      'x-request-id, retry-after, ratelimit, ratelimit-policy, content-disposition',
    vary: 'Origin',
  };
}
