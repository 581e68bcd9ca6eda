import { gatewayResponses } from '#lib/cloud/constructs/gateway-responses.ts';
import { errors } from '#shared/registry/errors.ts';

type Response = {
  statusCode?: string;
  responseParameters: Record<string, string>;
  responseTemplates: Record<string, string>;
};
const responses = Object.entries(gatewayResponses as Record<string, Response>);
const header = (response: Response, name: string) => response.responseParameters[`gatewayresponse.header.${name}`];

it.each([
  ['REQUEST_TOO_LARGE', '413', 'payload_too_large', undefined, undefined],
  ['THROTTLED', '429', 'too_many_requests', '1', 'gateway'],
  ['QUOTA_EXCEEDED', '429', 'too_many_requests', '60', 'quota'],
  ['MISSING_AUTHENTICATION_TOKEN', '404', 'not_found', undefined, undefined],
  ['RESOURCE_NOT_FOUND', '404', 'not_found', undefined, undefined],
  ['INTEGRATION_TIMEOUT', '504', 'gateway_timeout', undefined, undefined],
  ['INTEGRATION_FAILURE', '503', 'unavailable', '1', undefined],
  ['WAF_FILTERED', '429', 'too_many_requests', '60', 'network'],
  ['DEFAULT_4XX', undefined, 'bad_request', undefined, undefined],
  ['DEFAULT_5XX', undefined, 'internal', undefined, undefined],
])('the gateway answers %s with %s and the code %s', (type, status, code, retryAfter, limit) => {
  const response = (gatewayResponses as Record<string, Response>)[type] as Response;
  expect(response.statusCode).toBe(status);
  const body = JSON.parse(response.responseTemplates['application/json'] ?? '');
  expect(body).toEqual({
    detail: expect.stringMatching(/^[A-Z].*\.$/),
    code,
    request_id: '$context.requestId',
  });
  const known = errors.find((error) => error.code === code);
  if (known && status) expect(Number(status)).toBe(known.status);
  if (known && status && !limit && status !== '504') expect(body.detail).toBe(known.sentence);
  expect(header(response, 'retry-after')).toBe(retryAfter && `'${retryAfter}'`);
  expect(header(response, 'ratelimit')).toBe(limit && `'"${limit}";r=0;t=${retryAfter}'`);
});

it('every answer of the gateway names its request, is kept by nobody and has the headers of the service', () => {
  expect(responses).toHaveLength(10);
  for (const [, response] of responses) {
    expect(header(response, 'x-request-id')).toBe('context.requestId');
    expect(header(response, 'cache-control')).toBe("'no-store'");
    expect(header(response, 'x-content-type-options')).toBe("'nosniff'");
    for (const [name, value] of Object.entries(response.responseParameters))
      if (!name.endsWith('x-request-id')) expect(value).toMatch(/^'[^']+'$/);
  }
});
